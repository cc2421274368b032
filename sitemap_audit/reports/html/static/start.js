// Starts the tables, and goes where the page's URL says.
let findings, urls, pairs, urlRows;
const tables = {};

function follow() {
  const wanted = readHash();
  if (wanted?.table === "lookup") {
    lookUp(wanted.filters.url ?? "");
    document.getElementById("lookup").scrollIntoView();
    document.getElementById("found").focus({ preventScroll: true });
  } else if (wanted && tables[wanted.table]) {
    tables[wanted.table].filters = wanted.filters;
    const title = document.querySelector(`#${wanted.table}-title, h3#${wanted.table}`);
    title.scrollIntoView();
    title.focus({ preventScroll: true });
  } else if (location.hash) {
    const target = document.getElementById(location.hash.slice(1));
    if (target?.tagName === "DETAILS") {
      target.open = true;
      target.scrollIntoView();
      target.querySelector("summary").focus({ preventScroll: true });
    }
  }
}

// Sorts the issues by the clicks of their URLs, or back into the order of the page.
let issues;
function orderIssues(by) {
  const list = document.getElementById("issue-list");
  issues ??= [...list.children];
  const clicks = (issue) => Number(issue.dataset.clicks);
  list.append(...(by ? [...issues].sort((a, b) => clicks(b) - clicks(a)) : issues));
}

async function start() {
  [findings, urls, pairs] = await Promise.all(["findings", "urls", "pairs"].map(readTable));
  urlRows = new Map((urls.columns.url ??= []).map((url, row) => [url, row]));
  if (findings.rows) tables.findings = makeFindings();
  if (urls.rows) tables.urls = makeUrls();
  if (pairs.rows && document.getElementById("pairs")) tables.pairs = makePairs();
  for (const table of Object.values(tables)) table.show();
  const lookup = document.getElementById("lookup");
  lookup?.addEventListener("submit", (event) => {
    event.preventDefault();
    location.hash = hashOf("lookup", { url: lookup.elements.url.value });
  });
  document.getElementById("hide-valid")?.addEventListener("change", (event) => {
    document.querySelector(".matrix").classList.toggle("hide-valid", event.target.checked);
  });
  document.getElementById("order-issues")?.addEventListener("change", (event) => {
    orderIssues(event.target.value);
  });
  window.addEventListener("hashchange", follow);
  follow();
  document.body.dataset.ready = "true";
}

start();
