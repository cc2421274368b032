// The tables of findings, URLs and hreflang pairs.
const SHAPES = { error: "⬣", warning: "▲", notice: "●" };

function badge(severity) {
  const shape = element("span", { "aria-hidden": "true" }, SHAPES[severity]);
  return element("span", { class: `badge ${severity}` }, shape, ` ${severity}`);
}

function place(sitemap, line) {
  return element("span", { class: "place" }, sitemap, line ? `, line ${numbers.format(line)}` : "");
}

function subject(row) {
  const { url, sitemap, line, file } = findings.columns;
  const cell = element("span");
  cell.append(url[row] ? linkTo("lookup", { url: url[row] }, url[row]) : urlElement(sitemap[row]));
  if (url[row] && sitemap[row]) cell.append(place(sitemap[row], line[row]));
  else if (line[row]) cell.append(element("span", { class: "place" }, `line ${line[row]}`));
  if (file[row]) cell.append(element("span", { class: "place" }, file[row]));
  return cell;
}

function issueLink(check) {
  const [name, title] = meta.checks[check];
  return element("a", { href: `#issue-${name.replace("/", "-")}` }, title);
}

function issue(row) {
  const { check, root } = findings.columns;
  const cell = element("span", {}, issueLink(check[row]));
  if (root[row] !== null) {
    cell.append(element("span", { class: "place" }, "follows from: ", issueLink(root[row])));
  }
  return cell;
}

function makeFindings() {
  const columns = findings.columns;
  const names = columns.check.map((check) => meta.checks[check][0]);
  const severities = columns.severity.map((severity) => meta.severities[severity]);
  const titles = columns.check.map((check) => meta.checks[check][1]);
  const titleOf = Object.fromEntries(meta.checks);
  return new Table("findings", findings, {
    noun: "findings",
    affected: (row) => {
      const unit = meta.units[columns.unit[row]];
      const about = columns.url[row] ?? columns.sitemap[row] ?? columns.related[row] ?? "";
      return [unit, unit === "host" ? about.split("/", 3).join("/") : about];
    },
    cells: [
      (row) => badge(severities[row]),
      issue,
      subject,
      (row) => columns.observed[row] ?? "",
      (row) => columns.expected[row] ?? "",
      (row) => columns.fix[row] ?? "",
    ],
    filters: {
      severity: severities,
      first: columns.first.map((place) => place === null ? "" : String(place)),
      root: columns.root.map((root) => root === null ? "causes" : "consequences"),
      subject: names.map((name) => name.split("/")[0]),
      check: names,
      sitemap: columns.sitemap,
      directory: columns.url.map(directoryOf),
    },
    names: {
      check: (name) => titleOf[name] ?? name,
      first: (place) => `${place}. ${meta.first[place - 1]}`,
    },
    sorts: { ...columns, check: titles },
    search: [columns.url, columns.sitemap, columns.observed, columns.expected, columns.fix, columns.file,
      titles],
  });
}

function speedOf(seconds) {
  if (seconds === null) return "";
  return meta.speeds.find(([, limit]) => limit === null || seconds < limit)[0];
}

function makeUrls() {
  const columns = urls.columns;
  const { sources, clicks, relation } = columns;
  return new Table("urls", urls, {
    noun: "URLs",
    cells: [
      (row) => linkTo("lookup", { url: columns.url[row] }, columns.url[row]),
      (row) => columns.status[row],
      (row) => columns.why[row],
      (row) => columns.seconds[row]?.toFixed(3) ?? "–",
      (row) => numbers.format(columns.findings[row]),
      ...(clicks ? [(row) => clicks[row] === null ? "–" : numbers.format(clicks[row])] : []),
    ],
    filters: {
      status: columns.status,
      why: columns.why.map(
        (why) => ["indexable", "not checked"].includes(why) ? why : [why, "not indexable"]),
      worst: columns.worst.map((rank) => meta.severities[rank - 1] ?? "no own finding"),
      speed: columns.seconds.map(speedOf),
      listed: columns.listed,
      sitemap: columns.sitemaps.map(
        (all, row) => all?.map((file) => meta.sitemaps[file]) ?? columns.sitemap[row]),
      directory: columns.url.map(directoryOf),
      ...(sources ? { sources } : {}),
      ...(relation ? { google: relation } : {}),
    },
    names: { sources: (code) => meta.sources[code] ?? code },
    sorts: clicks ? { ...columns, clicks: clicks.map((each) => each ?? -1) } : columns,
    search: [columns.url, columns.title, columns.canonical, columns.redirect],
  });
}

function makePairs() {
  const columns = pairs.columns;
  return new Table("pairs", pairs, {
    noun: "hreflang annotations",
    cells: [
      (row) => linkTo("lookup", { url: columns.url[row] }, columns.url[row]),
      (row) => columns.source[row],
      (row) => columns.code[row],
      (row) => linkTo("lookup", { url: columns.alternate[row] }, columns.alternate[row]),
      (row) => columns.state[row] + (columns.why[row] ? ` (${columns.why[row]})` : ""),
    ],
    filters: { source: columns.source, code: columns.code, state: columns.state },
    sorts: columns,
    search: [columns.url, columns.alternate],
  });
}
