// Reads the data in the page: tables by column, in pieces, compressed where they are big.
const meta = JSON.parse(document.getElementById("meta").textContent);

async function decompress(base64) {
  const binary = atob(base64);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(stream).text();
}

async function readTable(name) {
  const columns = {};
  let rows = 0;
  for (const script of document.querySelectorAll(`script[data-table="${name}"]`)) {
    const isPlain = script.type === "application/json";
    const piece = JSON.parse(isPlain ? script.textContent : await decompress(script.textContent));
    for (const [column, values] of Object.entries(piece)) {
      (columns[column] ??= []).push(values);
      if (column === "url") rows += values.length;
    }
  }
  for (const column of Object.keys(columns)) columns[column] = columns[column].flat();
  return { rows, columns };
}

function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children.filter((child) => child !== null && child !== undefined && child !== ""));
  return made;
}

// A URL of the site: a link where it is http(s), else text.
function urlElement(text) {
  if (!text) return element("span", {}, "–");
  if (!/^https?:\/\//.test(text)) return element("span", { class: "url" }, text);
  const link = { class: "url", href: text, rel: "noopener noreferrer", target: "_blank" };
  return element("a", link, text);
}

function linkTo(table, filters, text) {
  return element("a", { href: hashOf(table, filters) }, text);
}

function hashOf(table, filters) {
  const told = Object.entries(filters).filter(([, value]) => value);
  return `#${table}?${told.map((pair) => pair.map(encodeURIComponent).join("=")).join("&")}`;
}

// '#findings?severity=error' as its table and its filters; null for any other fragment.
function readHash() {
  const [, table, query] = /^#(\w+)\?(.*)$/.exec(location.hash) ?? [];
  return table ? { table, filters: Object.fromEntries(new URLSearchParams(query)) } : null;
}

// The first directory of its path, behind that of a language, as the views of the audit have it.
function directoryOf(url) {
  return /^\w+:\/\/[^/?#]*(\/(?:[a-z]{2}(?:[-_][A-Za-z]{2})?\/)?(?:[^/?#]+\/)?)/.exec(url ?? "")?.[1] ?? (url ? "/" : "");
}

const numbers = new Intl.NumberFormat("en-US");
