"""Read every number with its label out of each format of an audit's reports.

A format's own words are kept: the same label must mean the same figure wherever it stands.
"""

from __future__ import annotations

import csv
import json
import re
from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple
from xml.etree import ElementTree

import openpyxl

from sitemap_audit.report import words
from sitemap_audit.report.sources.clicks import LABEL

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
    from pathlib import Path

    from playwright.sync_api import Page

SEVERITIES = ("error", "warning", "notice")
Told = tuple[str, str, object]
"What a number is about, its label, and the number or its text."


class Figure(NamedTuple):
    """A number in a report."""

    of: str
    "What it is about: 'audit', 'issue Redirect loop', 'sitemap https://…', 'hreflang en → de'."
    label: str
    "What it counts, as the format says it: 'URLs', 'Findings', 'Indexable'."
    number: float


_CLICKS = re.compile(r"(?:\(|, |· )([\d,]+) clicks?(?:\)|$)")
_NUMBER = re.compile(r"[+-]?\d[\d,]*(?:\.\d+)?")
_OF = re.compile(r"([\d,]+) of ([\d,]+)")
_COUNT = r"([\d,]+)(?:(?: of [\d,]+)? (?:URL|site|robo)| entr)"
"What a sentence counts, but for '2 of 36 entries' of one sitemap."


def number(text: object) -> float | None:
    """The number that a text begins with: '1,204', '-1.3 points', '12 URLs'; None if none."""
    if isinstance(text, bool) or text is None:
        return None
    if isinstance(text, int | float):
        return float(text)
    found = _NUMBER.match(str(text).strip())
    return float(found[0].replace(",", "")) if found else None


def figures(told: Iterable[Told]) -> list[Figure]:
    """Those of the texts that begin with a number."""
    read = ((of, label, number(text)) for of, label, text in told)
    return [Figure(of, label, value) for of, label, value in read if value is not None]


def rows(folder: Path, table: str) -> list[dict[str, str]]:
    """The rows of a CSV file of an audit; none if it has no such file."""
    for path in (folder / f"{table}.csv", folder / "tables" / f"{table}.csv"):
        if path.exists():
            with path.open(encoding="utf-8-sig", newline="") as file:
                return [*csv.DictReader(file)]
    return []


def of_key_figure(label: str, value: str) -> Iterator[Told]:
    """The numbers of a key figure: '268 of 318 (84.3 %)', '333'."""
    yield "audit", label, value
    if whole := _OF.match(value):
        yield "audit", f"{label}: of", whole[2]


def of_clicks(of: str, text: str) -> Iterator[Told]:
    """Tell the clicks of '12 URLs · 1,204 clicks' or 'Pages have no canonical (1 click).'"""
    if found := _CLICKS.search(text):
        yield of, "Clicks", found[1]


def of_all_clicks(text: str) -> Iterator[Told]:
    """Tell the numbers of '412 of 9,120 known clicks are on URLs with errors (…)'."""
    if found := re.search(r"([\d,]+) of ([\d,]+) known clicks? (?:is|are) on URLs", text):
        yield from zip(("audit", "audit"), (LABEL, "Known clicks"), found.groups(), strict=True)


def of_run_json(folder: Path) -> Iterator[Told]:
    """Tell the figures of run.json."""
    run = json.loads((folder / "run.json").read_text("utf-8"))
    titles = {row["check"]: row["title"] for row in rows(folder, "checks")}
    for each in run["key_figures"]:
        yield from of_key_figure(each["label"], each["value"])
    for severity in SEVERITIES:
        yield f"{severity}s", "Affected", run["findings"]["affected"][severity]
        yield f"{severity}s", "Findings", run["findings"]["by_severity"][severity]
    yield "findings", "Rows", run["findings"]["total"]
    for each in run["checks"]["results"]:
        issue = f"issue {titles[each['check']]}"
        yield issue, "Findings", each["found"]
        if each["found"]:
            yield issue, "Checked", each["looked_at"] - each["unknown"]
            yield issue, "Not checked", each["unknown"]
    for outcome, checks in run["checks"]["outcomes"].items():
        yield "checks", words.ending(outcome), checks
    for outcome, entries in run["ledger"]["outcomes"].items():
        yield "entries", words.result(outcome), entries
    yield from of_sentences(each["sentence"] for each in run["not_checked"])
    if run["clicks"]:
        yield "audit", LABEL, run["clicks"]["with_error"]
        yield "audit", "Known clicks", run["clicks"]["total"]


def of_sentences(sentences: Iterable[str]) -> Iterator[Told]:
    """Tell the numbers of the sentences on what was not checked."""
    for sentence in sentences:
        count, _, rest = sentence.partition(" ")
        yield "not checked", rest, count


def of_csv(folder: Path) -> Iterator[Told]:
    """Tell what one counts in the CSV files."""
    checks, found = rows(folder, "checks"), rows(folder, "findings")
    clicks = {
        row["url"]: int(row["clicks"]) for row in rows(folder, "url_sources") if row["clicks"]
    }
    if clicks:
        errors = (row for row in found if row["severity"] == "error")
        yield "audit", LABEL, sum(_clicks_of(errors, clicks))
        yield "audit", "Known clicks", sum(clicks.values())
    yield "findings", "Rows", len(found)
    yield "URLs", "Rows", len(rows(folder, "urls"))
    for severity in SEVERITIES:
        yield from _of_findings(
            f"{severity}s", [row for row in found if row["severity"] == severity]
        )
    for row in checks:
        issue = f"issue {row['title']}"
        yield issue, "Findings", row["found"]
        own = [each for each in found if each["check"] == row["check"]]
        yield from _of_findings(issue, own)
        if numbers := _clicks_of(own, clicks):
            yield issue, "Clicks", sum(numbers)
        if row["found"] not in ("", "0"):
            yield issue, "Checked", int(row["looked_at"]) - int(row["unknown"])
            yield issue, "Not checked", row["unknown"]
    for outcome, number_ in Counter(row["outcome"] for row in checks).items():
        yield "checks", words.ending(outcome), number_
    for outcome, number_ in Counter(row["outcome"] for row in rows(folder, "ledger")).items():
        yield "entries", words.result(outcome), number_
    for url, number_ in Counter(row["sitemap_url"] for row in found).items():
        yield f"sitemap {url}", "Findings", number_
    for row in rows(folder, "locale_pairs"):
        pair = f"hreflang {row['source_code']} → {row['target_code']}"
        yield from ((pair, state, row[column]) for column, state in COLUMNS.items())


def _of_findings(of: str, found: Collection[Mapping[str, str]]) -> Iterator[Told]:
    own = [row for row in found if not row["root_id"]]
    yield of, "Findings", len(found)
    yield of, "Consequences", len(found) - len(own)
    yield of, "Findings without consequences", len(own)
    yield of, "Affected", len({_affected(row) for row in own})


def _affected(row: Mapping[str, str]) -> str:
    about = row["url"] or row["sitemap_url"] or row["related_url"]
    return "/".join(about.split("/")[:3]) if row["unit"] == "host" else about


def _clicks_of(found: Iterable[Mapping[str, str]], clicks: Mapping[str, int]) -> list[int]:
    """The known clicks of the URLs of findings that are no consequences, and of no host."""
    own = {row["url"] for row in found if not row["root_id"] and row["unit"] != "host"}
    return [clicks[url] for url in own & {*clicks}]


COLUMNS = {
    "missing": "not returned",
    "broken": "target error",
    "unknown": "not checked",
    "returned": "valid",
}
"States of an annotation by their column in locale_pairs.csv."
_SIGNS = dict(zip("✗!?✓", COLUMNS.values(), strict=True))
"States of an annotation, by their signs."


def of_workbook(folder: Path) -> Iterator[Told]:
    """Tell the numbers of the sheets, as openpyxl reads them."""
    book = openpyxl.load_workbook(folder / "report.xlsx")
    sheets = {sheet.title: [*sheet.iter_rows(values_only=True)] for sheet in book}
    yield from _of_summary(sheets["Summary"])
    for sheet, kind, name in _SHEETS:
        if sheet in sheets:
            yield from _of_sheet(sheets[sheet], kind, name)
    for sheet, noun in _LONG_SHEETS.items():
        if sheet in sheets:
            yield noun, "Rows", len(sheets[sheet]) - 1
    heads, *changed = sheets.get("New and fixed", [()])
    for row in changed:
        yield from _of_changes({str(head): cell for head, cell in zip(heads, row, strict=True)})
    yield from _of_matrix(sheets.get("Hreflang matrix", []))


_SHEETS = (
    ("Issues", "issue", "Issue"),
    ("Coverage", "issue", "Issue"),
    ("Sitemaps", "sitemap", "Sitemap"),
)
_LONG_SHEETS = {"Findings": "findings", "URLs": "URLs", "Hreflang pairs": "pairs"}


def _of_sheet(sheet: list[tuple[Any, ...]], kind: str, name: str) -> Iterator[Told]:
    start = next(at for at, row in enumerate(sheet) if name in row)
    heads = sheet[start]
    for row in sheet[start + 1 :]:
        values = dict(zip(heads, row, strict=True))
        for head in _COUNTS & values.keys():
            yield f"{kind} {values[name]}", head, values[head]


_COUNTS = {
    "Affected",
    "Clicks",
    "URLs",
    "Findings",
    "Consequences",
    "Checked",
    "Not checked",
    "Indexable",
    "Entries",
    "URLs checked",
    "Before",
    "After",
    "Fixed",
    "New",
}
"Heads of columns with counts."


def _of_summary(sheet: list[tuple[Any, ...]]) -> Iterator[Told]:
    block, heads, place = "", (), 0
    for row in sheet:
        cells = [cell for cell in row if cell is not None]
        if len(cells) == 1 and isinstance(cells[0], str):
            block, heads, place = cells[0], (), 0
        elif cells and not heads:
            heads = tuple(row)
        elif cells:
            place += 1
            yield from _of_block(block, place, dict(zip(heads, row, strict=True)))


def _of_block(block: str, place: int, row: Mapping[Any, Any]) -> Iterator[Told]:
    match block:
        case "Key figures":
            yield "audit", row["Figure"], row["Value"]
        case "Do this first":
            title, _, sentence = row["Issue"].partition("\n")
            yield f"first {place} {title}", "Affected", row["Affected"]
            yield from of_clicks(f"first {place} {title}", sentence)
        case "Affected URLs, hosts and files by subject":
            for severity in SEVERITIES:
                yield f"subject {row['Subject']}", severity, row[f"{severity.capitalize()}s"] or 0
        case "Status codes":
            yield "status codes", str(row["Status"]), row["URLs"]
        case "Why URLs are not indexable":
            yield "verdicts", row["Reason"], row["URLs"]


def _of_matrix(sheet: list[tuple[Any, ...]]) -> Iterator[Told]:
    heads: tuple[Any, ...] = ()
    for row in sheet:
        if heads and row[0]:
            yield f"hreflang {row[0]}", "Problems", row[1]
            for code, cell in zip(heads[2:], row[2:], strict=True):
                for sign, count in re.findall(r"([✗!?✓]) ([\d,]+)", cell or ""):
                    yield f"hreflang {row[0]} → {code}", _SIGNS[sign], count
        elif row[0] == "From / to":
            heads = row


def _of_changes(row: Mapping[str, Any]) -> Iterator[Told]:
    """Tell an issue of which URLs are new or fixed."""
    for head in ("Before", "Fixed", "New", "Now"):
        count = row.get(head) or row.get(f"URLs {head.lower()}") or 0
        yield f"changes of {row['Issue']}", head, str(count).strip("*+- ✓")


def of_markdown(text: str) -> Iterator[Told]:
    """Tell the numbers of the summary in Markdown."""
    text = re.sub(r"`([^`]*)`|\\(.)|<!-- -->", lambda found: found[1] or found[2] or "", text)
    for label, value in re.findall(r"^\| ([^|]+) \| ([\d][^|]*) \|", text, re.M):
        yield from of_key_figure(label, value)
    for severity, affected in re.findall(r"(Error|warning|notice)s on ((?:.(?!warn|noti))+)", text):
        yield from of_affected(f"{severity.lower()}s", affected)
    for issue, *counts in re.findall(
        f"^\\| (?:\\*\\*\\w+\\*\\*: )?([^|]+) \\|{' ([^|]*) [|]' * 5}", text, re.M
    ):
        if counts[1].isdecimal():
            yield from _of_changes(dict(zip(_HEADS, (issue, *counts), strict=True)))
    firsts = r"^(\d+)\. \*\*\w+\*\*: ([^.]+)\. (.*)"
    for place, title, sentence in re.findall(firsts, text, re.M):
        if found := re.search(rf": {_COUNT}", sentence):
            yield f"first {place} {title}", "Affected", found[1]
        yield from of_clicks(f"first {place} {title}", sentence)
    yield from of_sentences(re.findall(r"^\* (\d.* not known\.)$", text, re.M))


_HEADS = ("Issue", "Where", "Before", "Fixed", "New", "Now")
_AFFECTED = re.compile(r"([\d,]+) (URL|host|sitemap|robots\.txt file)")


def of_first(place: object, title: str, affected: str) -> Iterator[Told]:
    """Tell the numbers of a line of what to do first: '1 host (12 URLs)', '40 of 150 URLs'.

    A line of one issue affects a part of what the issue affects, and says so, or all of it.
    """
    yield f"first {place} {title}", "Affected", affected
    if " issues" not in affected:
        whole = _OF.match(affected)
        yield f"issue {title}", "Affected", whole[2] if whole else affected
    yield from of_hosts(title, affected)


def of_hosts(title: str, affected: str) -> Iterator[Told]:
    """Tell the URLs of the hosts that an issue affects: '1 host (12 URLs)'."""
    if urls := re.search(r"\(([\d,]+) URLs?\b", affected):
        yield f"issue {title}", "URLs of hosts", urls[1]


def of_affected(of: str, text: str) -> Iterator[Told]:
    """Tell the numbers of '104 URLs, 4 hosts and 29 sitemaps'."""
    for count, unit in _AFFECTED.findall(text):
        yield of, f"{unit}s", count


def of_terminal(text: str) -> Iterator[Told]:
    """Tell the numbers of the summary that the command prints."""
    for label, value in re.findall(r"^  ([A-Z][^:\n]+): +(\d.*)$", text, re.M):
        yield from of_key_figure(label, value)
    for severity, affected, subjects in re.findall(
        r"^(Error|Warning|Notice)s +([^:\n]*): (.*)", text, re.M
    ):
        yield from of_affected(f"{severity.lower()}s", affected)
        for subject, count in re.findall(r"(\w+) ([\d,]+)", subjects):
            yield f"subject {subject}", severity.lower(), count
    line = r"^(?:error|warning|notice) +([\d,]+ .*?)  +(?:([\d,]+) clicks?  +)?(\S.*)$"
    for place, (affected, clicks, title) in enumerate(re.findall(line, text, re.M), 1):
        yield from of_first(place, title, affected)
        if clicks:
            yield f"first {place} {title}", "Clicks", clicks
    yield from of_all_clicks(text)
    yield from of_sentences(re.findall(r"^(\d.*? not known\.)", text, re.M))


def of_pdf(text: str, labels: Iterable[str]) -> Iterator[Told]:
    """Tell the numbers of the summary for a client.

    Args:
        labels: of the key figures.
    """
    text = " ".join(text.split())
    for label in labels:
        if found := re.search(rf"{label} (?:[\d.]+ % )?([\d,]+(?: of [\d,]+)?)", text):
            yield from of_key_figure(label, found[1])
    firsts = (
        rf"(\d)\. ([^.]+?) (?:error|warning|notice) What (?:(?! Why ).)*?: {_COUNT}"
        r"(.*?) (?:Why|First step|Examples) "
    )
    for place, title, count, rest in re.findall(firsts, text):
        yield f"first {place} {title}", "Affected", count
        yield from of_clicks(f"first {place} {title}", rest)


def of_junit(text: str) -> Iterator[Told]:
    """Tell the numbers of the test report."""
    suites = ElementTree.fromstring(text)  # noqa: S314 - it is our own
    yield "checks", "failed", suites.get("failures")
    for failure in suites.iter("failure"):
        title, _, affected = (failure.get("message") or "").rpartition(": ")
        yield f"issue {title}", "Affected", affected
        yield from of_hosts(title, affected)


def of_sarif(text: str) -> Iterator[Told]:
    """Tell how many results each rule has, which are no consequences of others."""
    (run,) = json.loads(text)["runs"]
    titles = {
        rule["id"]: rule["shortDescription"]["text"] for rule in run["tool"]["driver"]["rules"]
    }
    for rule, results in Counter(result["ruleId"] for result in run["results"]).items():
        yield f"issue {titles[rule]}", "Findings without consequences", results


def of_lines(text: str) -> Iterator[Told]:
    """Tell how many findings JSON Lines has."""
    found = [json.loads(line) for line in text.splitlines()]
    yield "findings", "Rows", len(found)
    for severity, number_ in Counter(each["severity"] for each in found).items():
        yield f"{severity}s", "Findings", number_


_READ_PAGE = """() => {
  const text = (element) => (element?.textContent ?? "").replace(/\\s+/g, " ").trim();
  const all = (selector, of = document) => [...of.querySelectorAll(selector)];
  const cells = (row) => [...row.cells].map((cell) => {
    const own = cell.cloneNode(true);
    all(".place", own).forEach((each) => each.remove());
    return text(own);
  });
  const label = (tile) => [...tile.querySelector(".label").childNodes].filter(
    (each) => each.nodeType === Node.TEXT_NODE).map((each) => each.data.trim()).join("");
  const title = (table) => text(table.caption) || table.closest("[aria-label]")?.ariaLabel
    || text(table.closest("section")?.querySelector("h2"));
  const bars = (figure) => all("li", figure).flatMap((bar) => {
    const named = [text(figure.querySelector("h3")), text(bar.querySelector(".label"))];
    const parts = all("title", bar).map((part) => text(part).split(/: (?=[^:]*$)/));
    return [["", text(bar.querySelector(".value"))], ...parts].map((part) => [...named, ...part]);
  });
  return {
    tiles: all(".tile").map((tile) => [
      label(tile), ...[".value", ".note"].map((part) => text(tile.querySelector(part)))]),
    cards: all(".card").map((card, place) => [
      place + 1, ...["h3", ".scale strong", ".scale"].map(
        (part) => text(card.querySelector(part)))]),
    bars: all("figure").flatMap(bars),
    rows: all("table.plain, table.wide").flatMap((table) => all("tbody tr", table).map(
      (row) => [title(table), all("thead tr", table).map(cells)[0] ?? [], cells(row)])),
    lines: all("table.matrix tbody tr").map((row) => [
      text(row.cells[0]), text(row.cells[1]), all("a", row).map((cell) => cell.ariaLabel)]),
    issues: all("details.issue").map((issue) => [
      text(issue.querySelector(".title")), text(issue.querySelector(".affected")),
      all("p", issue).map(text)]),
    sentences: all("#not-checked li").map(text),
    statuses: all("[data-status]").map((status) => [status.dataset.status, text(status)]),
  };
}"""


def of_page(page: Page) -> Iterator[Told]:
    """Tell the numbers of report.html, as a browser shows them."""
    shown = page.evaluate(_READ_PAGE)
    readers: dict[str, Callable[..., Iterator[Told]]] = {
        "tiles": _of_tile,
        "cards": _of_card,
        "bars": _of_bar,
        "rows": _of_row,
        "lines": _of_line,
        "issues": _of_issue,
        "statuses": _of_status,
    }
    for name, reader in readers.items():
        for each in shown[name]:
            yield from reader(*each)
    yield from of_sentences(shown["sentences"])


def _of_tile(label: str, value: str, note: str) -> Iterator[Told]:
    if label.lower()[:-1] in SEVERITIES:
        yield from of_affected(label.lower(), value)
        yield label.lower(), "Findings without consequences", note.rpartition("in ")[2]
    else:
        yield from of_key_figure(label, note if value.endswith("%") else value)
        if label == LABEL:
            yield "audit", "Known clicks", note.removeprefix("of ")


def _of_card(place: int, title: str, affected: str, scale: str) -> Iterator[Told]:
    yield from of_first(place, title, affected)
    yield from of_clicks(f"first {place} {title}", scale)


def _of_line(code: str, problems: str, sentences: list[str]) -> Iterator[Told]:
    yield f"hreflang {code}", "Problems", problems
    for pair, _, counts in (sentence.partition(": ") for sentence in sentences):
        for count, state in re.findall(r"([\d,]+) ([^,]+)", counts):
            yield f"hreflang {pair}", state, count


def _of_issue(title: str, affected: str, paragraphs: list[str]) -> Iterator[Told]:
    yield f"issue {title}", "Affected", affected
    yield from of_hosts(title, affected)
    yield from of_clicks(f"issue {title}", affected)
    for text in paragraphs:
        if found := re.search(r"([\d,]+) findings? in the table", text):
            yield f"issue {title}", "Findings", found[1]
        if found := re.search(r"([\d,]+) checked(?:, ([\d,]+) not checked)?$", text):
            yield f"issue {title}", "Checked", found[1]
            yield f"issue {title}", "Not checked", found[2] or 0


def _of_status(table: str, text: str) -> Iterator[Told]:
    yield {"urls": "URLs"}.get(table, table), "Rows", text.rpartition(" in ")[2]


def _of_bar(title: str, label: str, part: str, value: str) -> Iterator[Told]:
    match title:
        case "Affected URLs, hosts and files by subject" if part:
            yield f"subject {label}", part, value
        case "Why URLs are not indexable" if not part:
            yield "verdicts", label, value
        case "Status codes" if not part:
            yield "status codes", label.partition(" ")[0], value
        case "Indexable URLs by sitemap" if not part and (found := _OF.match(value)):
            yield f"sitemap {label}", "Indexable", found[1]
            yield f"sitemap {label}", "URLs", found[2]


def _of_row(title: str, heads: list[str], cells: list[str]) -> Iterator[Told]:
    row = dict(zip(heads, cells, strict=False))
    match title:
        case "Entries of the sitemaps, by outcome":
            yield "entries", row["Outcome"], row["Entries"]
        case "Issues that are new or fixed" | "More issues that are new or fixed":
            yield from _of_changes(row)
        case "Sitemap indexes and files" | "More sitemap indexes and files":
            for head in _COUNTS & row.keys():
                if "%" not in row[head]:
                    yield f"sitemap {row['File']}", head, row[head]
