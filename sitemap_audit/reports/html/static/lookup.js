// Shows everything that the page knows of one URL.
const MOST_MATCHES = 20;
const MOST_HOPS = 20;

function rowsWhere(values, wanted) {
  const rows = [];
  for (let row = 0; row < values.length; row++) if (values[row] === wanted) rows.push(row);
  return rows;
}

function listOf(items, make) {
  return items.length ? element("ul", {}, ...items.map((item) => element("li", {}, make(item)))) : null;
}

// The row of a URL as it was typed, or of the one URL that differs by its slash, case or scheme.
function findUrl(typed) {
  const known = urlRows.get(typed);
  if (known !== undefined) return typed;
  const plain = (text) => text.toLowerCase().replace(/^https?:\/\/(www\.)?/, "").replace(/\/$/, "");
  const wanted = plain(typed);
  const near = urls.columns.url.filter((url) => plain(url) === wanted);
  if (near.length === 1) return near[0];
  return [findings, pairs].some((each) => each.columns.url?.includes(typed)) ? typed : null;
}

function redirects(row) {
  const { url, status, redirect } = urls.columns;
  const chain = [];
  for (let hop = 0; row !== undefined && redirect[row] && hop < MOST_HOPS; hop++) {
    chain.push(`${status[row]} → ${redirect[row]}`);
    if (redirect[row] === url[row]) break;
    row = urlRows.get(redirect[row]);
  }
  if (chain.length && row !== undefined && !redirect[row]) chain.push(status[row]);
  return chain;
}

function listed(row) {
  const { sitemap, line, places } = urls.columns;
  if (places[row]) return listOf(places[row].split("\n"), (text) => text);
  return sitemap[row] ? place(sitemap[row], line[row]) : "in no sitemap of the audit";
}

function hreflang(rows, other) {
  const { code, state, why } = pairs.columns;
  return listOf(rows, (row) => element(
    "span", {}, `${code[row]}: `, linkTo("lookup", { url: other[row] }, other[row]),
    ` – ${state[row]}${why[row] ? ` (${why[row]})` : ""}`));
}

function finding(row) {
  const { severity, check, observed, expected, fix, file } = findings.columns;
  const told = element("span", {}, badge(meta.severities[severity[row]]), " ", issueLink(check[row]));
  const facts = [["Observed", observed[row]], ["Expected", expected[row]], ["Change", fix[row]],
    ["File", file[row]]];
  for (const [label, text] of facts) {
    if (text) told.append(element("span", { class: "place" }, `${label}: ${text}`));
  }
  return told;
}

function about(url) {
  const row = urlRows.get(url);
  const { status, why, canonical, robots, seconds, title, sources, clicks, google } = urls.columns;
  const facts = [];
  if (row !== undefined) {
    facts.push(
      ["Listed in", listed(row)],
      ["Status", status[row]],
      ["Redirects", listOf(redirects(row), (text) => text)],
      ["Indexable", why[row]],
      ["Canonical", canonical[row] && linkTo("lookup", { url: canonical[row] }, canonical[row])],
      ["robots.txt", robots[row]],
      ["Time to first byte", seconds[row] === null ? null : `${seconds[row]} s`],
      ["Title", title[row]],
      ["Google", google?.[row]],
      ["Sources", sources && meta.sources[sources[row]]],
      ["Clicks", clicks && clicks[row] !== null ? numbers.format(clicks[row]) : null],
    );
  }
  const found = rowsWhere(findings.columns.url ?? [], url);
  const related = rowsWhere(findings.columns.related ?? [], url);
  facts.push(
    ["Hreflang annotations", hreflang(rowsWhere(pairs.columns.url ?? [], url), pairs.columns.alternate)],
    ["Annotated by", hreflang(rowsWhere(pairs.columns.alternate ?? [], url), pairs.columns.url)],
    ["Findings", listOf(found, finding) ?? "none"],
    ["Named by findings of other URLs", listOf(related.slice(0, MOST_MATCHES), (each) => element(
      "span", {}, issueLink(findings.columns.check[each]), ": ", findings.columns.url[each] ?? ""))],
  );
  const list = element("dl");
  for (const [label, content] of facts) {
    if (content) list.append(element("dt", {}, label), element("dd", {}, content));
  }
  return [element("h3", {}, urlElement(url)), list];
}

function lookUp(typed) {
  const found = document.getElementById("found");
  document.getElementById("lookup").elements.url.value = typed;
  const url = findUrl(typed.trim());
  if (url) {
    found.replaceChildren(...about(url));
    return;
  }
  const wanted = typed.trim().toLowerCase();
  const near = urls.columns.url.filter((each) => each.toLowerCase().includes(wanted));
  const told = near.length
    ? `${numbers.format(near.length)} URLs contain this text:`
    : "This file does not have this URL. sitemap-audit lookup DIR URL knows every URL of the audit.";
  found.replaceChildren(element("p", {}, told), listOf(
    near.slice(0, MOST_MATCHES), (each) => linkTo("lookup", { url: each }, each)) ?? "");
}
