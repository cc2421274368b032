// Starts the tables, and goes where the page's URL says.
let findings, urls, pairs, urlRows;
const tables = {};

// Unfolds what an element is in.
function reveal(element) {
  for (let each = element; each; each = each.parentElement) {
    if (each.tagName === "DETAILS") each.open = true;
  }
}

function follow() {
  const wanted = readHash();
  if (wanted?.table === "lookup") {
    lookUp(wanted.filters.url ?? "");
    document.getElementById("lookup").scrollIntoView();
    document.getElementById("found").focus({ preventScroll: true });
  } else if (wanted && tables[wanted.table]) {
    tables[wanted.table].filters = wanted.filters;
    const title = document.getElementById(`${wanted.table}-title`);
    reveal(title);
    title.scrollIntoView();
    title.focus({ preventScroll: true });
  } else if (location.hash) {
    const target = document.getElementById(location.hash.slice(1));
    if (!target) return;
    reveal(target);
    target.scrollIntoView();
    target.querySelector(":scope > summary")?.focus({ preventScroll: true });
  }
}

// Sorts the issues by the clicks of their URLs, or back into the order of the page.
let issues;
function orderIssues(by) {
  issues ??= [...document.querySelectorAll("details.issue")];
  const clicks = (issue) => Number(issue.dataset.clicks);
  const ordered = by ? [...issues].sort((a, b) => clicks(b) - clicks(a)) : [...issues];
  const [first, others] = document.querySelectorAll(".issue-list");
  const most = first.children.length;
  first.replaceChildren(...ordered.slice(0, most));
  others?.replaceChildren(...ordered.slice(most));
}

async function start() {
  [findings, urls, pairs] = await Promise.all(["findings", "urls", "pairs"].map(readTable));
  urlRows = new Map((urls.columns.url ??= []).map((url, row) => [url, row]));
  if (findings.rows) tables.findings = makeFindings();
  if (urls.rows) tables.urls = makeUrls();
  if (pairs.rows && document.getElementById("pairs-title")) tables.pairs = makePairs();
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
