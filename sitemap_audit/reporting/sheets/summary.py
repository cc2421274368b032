"""Write the first sheet: completeness, coverage and the most important findings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sitemap_audit.reporting import styles, words
from sitemap_audit.reporting.scope import scope
from sitemap_audit.reporting.sheets.sheet import ROW_POINTS, Sheet, text_height

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from openpyxl import Workbook

    from sitemap_audit.reporting.causes import Matter
    from sitemap_audit.reporting.overview import Ledger, Overview

NAME = "Summary"
_WIDTHS = (2, 18, 66, 13, 13, 13, 46)


def write(
    book: Workbook,
    run: Mapping[str, Any],
    overview: Overview,
    ledger: Ledger,
    most: Sequence[Matter],
    sheets: Mapping[str, str],
) -> None:
    """Write the sheet.

    Args:
        most: what matters most.
        sheets: names of the sheets of the checks that failed.
    """
    sheet = Sheet(book, NAME, widths=_WIDTHS, tab=styles.NAVY)
    sheet.wide("Sitemap audit", styles.TITLE, first=2, height=34)
    sheet.wide(", ".join(words.sites(run)), styles.HEADING, first=2)
    sheet.add()
    _banner(sheet, run, ledger)
    for sentence in scope(run, overview):
        sheet.wide(sentence, styles.NOTICE, first=2)
    _about(sheet, run)
    _severities(sheet, overview)
    _most(sheet, most, sheets)
    _outcomes(sheet, overview)
    _ledger(sheet, ledger)
    sheet.close()


def _banner(sheet: Sheet, run: Mapping[str, Any], ledger: Ledger) -> None:
    reasons = words.reasons(run)
    if not reasons:
        limit = words.limit(run, ledger)
        done = limit or "Crawl complete"
        sheet.wide(done, styles.NOTICE if limit else styles.CALM, first=2)
        return
    sheet.wide("NOT COMPLETE: this report covers only what was crawled.", styles.ALARM, first=2)
    for reason in reasons:
        sheet.wide(reason, styles.ALARM_REASON, first=2)


def _about(sheet: Sheet, run: Mapping[str, Any]) -> None:
    sheet.add()
    for label, value in _facts(run):
        cells = [sheet.cell(label, styles.LABEL), sheet.cell(value, styles.WRAPPED)]
        sheet.add(
            [None, *cells], height=max(ROW_POINTS, text_height(value, _WIDTHS[2], styles.WRAPPED))
        )


def _facts(run: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    yield "Started", words.moment_text(run, "started_at")
    yield "Finished", words.moment_text(run, "finished_at")
    yield "Duration", words.duration(run)
    if most := (run.get("options") or {}).get("max_urls"):
        yield "Limit (--max-urls)", f"{most:,}, {'' if run.get('limit_reached') else 'not '}reached"
    if rendered := run.get("rendered"):
        yield "Browser", str(rendered["sentence"])
    yield "User agent evaluated", str(run.get("token") or "-")
    for number, sentence in enumerate(words.traffic(run)):
        yield "" if number else "Requests", sentence
    yield "Made with", f"sitemap-audit {run.get('version') or '-'}"


def _head(sheet: Sheet, title: str, *heads: str, wide: str | None = None) -> None:
    """A heading, and the heads of a table; ``wide``: of a column that takes what is left."""
    sheet.add()
    sheet.add([None, sheet.cell(title, styles.HEADING)], height=26)
    rest = [wide, *[""] * (len(_WIDTHS) - 2 - len(heads))] if wide else []
    sheet.heads([*heads, *rest], first=2)
    if rest:
        sheet.merge(2 + len(heads), len(_WIDTHS))


def _severities(sheet: Sheet, overview: Overview) -> None:
    _head(sheet, "Affected URLs", "Severity", "Subjects", "URLs", "Checks")
    for severity, urls in overview.urls_by_severity.items():
        by_subject = overview.urls_by_subject(severity)
        subjects = ", ".join(f"{name} {number:,}" for name, number in by_subject.items())
        cells = [
            sheet.cell(severity, styles.pill(severity)),
            sheet.cell(subjects, styles.WRAPPED),
            sheet.cell(urls, styles.NUMBER_BOLD),
            sheet.cell(_checks(overview, severity), styles.NUMBER),
        ]
        height = max(ROW_POINTS, text_height(subjects, _WIDTHS[2], styles.WRAPPED))
        sheet.add([None, *cells], height=height)


def _checks(overview: Overview, severity: str) -> int:
    return sum(result.severity == severity for result in overview.failed)


def _most(sheet: Sheet, matters: Sequence[Matter], sheets: Mapping[str, str]) -> None:
    """The same as the terminal shows."""
    heads = ("Severity", "Issue", "URLs")
    _head(sheet, "Do this first", *heads, wide="Where")
    for matter in matters:
        _matter(sheet, matter, sheets.get(matter.cause.check))
    if not matters:
        sheet.add([None, sheet.cell("No findings.", styles.TEXT)])
        return
    sheet.add()
    links = {"Index": "all checks with findings", "Causes": "findings grouped by cause"}
    for name, what in links.items():
        cells = [sheet.cell(name, styles.BACK, link=f"'{name}'!A1"), sheet.cell(what, styles.MUTED)]
        sheet.add([None, *cells])


def _matter(sheet: Sheet, matter: Matter, target: str | None) -> None:
    cause = matter.cause
    link = f"'{target}'!A1" if target else None
    where = sheet.cell(matter.where, styles.WRAPPED)
    cells = [
        sheet.cell(cause.severity, styles.pill(cause.severity)),
        sheet.cell(cause.what, styles.LINK if link else styles.TEXT, link=link),
        sheet.cell(matter.urls, styles.NUMBER_BOLD),
        where,
        *[sheet.cell(None, styles.WRAPPED)] * (len(_WIDTHS) - 5),
    ]
    room = sum(_WIDTHS[4:])
    height = text_height(matter.where, room, styles.WRAPPED)
    sheet.add([None, *cells], height=max(ROW_POINTS, height))
    sheet.merge(5, len(_WIDTHS))


def _outcomes(sheet: Sheet, overview: Overview) -> None:
    _head(sheet, "Checks", "Outcome", "Meaning", "Checks")
    for outcome, number in overview.by_outcome.items():
        cells = [
            sheet.cell(words.ending(outcome), styles.pill(outcome)),
            sheet.cell(_MEANINGS.get(outcome), styles.TEXT),
            sheet.cell(number, styles.NUMBER_BOLD),
        ]
        sheet.add([None, *cells], height=ROW_POINTS)


_MEANINGS = {
    "failed": "It has findings.",
    "passed": "No findings in everything that could be checked.",
    "not checked": "Nothing that it needs could be fetched.",
    "not applicable": "The site has nothing for it to check.",
    "error": "The check itself failed; the Coverage sheet says why.",
}


def _ledger(sheet: Sheet, ledger: Ledger) -> None:
    _head(sheet, "URLs in sitemaps", "Code", "Result", "Entries", "Share")
    for outcome, number in ledger.outcomes.items():
        share = number / ledger.listed if ledger.listed else 0
        cells = [
            sheet.cell(outcome, styles.LABEL),
            sheet.cell(words.result(outcome), styles.TEXT),
            sheet.cell(number, styles.NUMBER),
            sheet.cell(share, styles.SHARE),
        ]
        sheet.add([None, *cells], height=ROW_POINTS)
    sheet.add(
        [
            None,
            sheet.cell("Total", styles.TEXT_BOLD),
            sheet.cell(words.coverage(ledger), styles.WRAPPED),
            sheet.cell(ledger.listed, styles.NUMBER_BOLD),
            sheet.cell(None, styles.TEXT),
        ],
        height=max(ROW_POINTS, text_height(words.coverage(ledger), _WIDTHS[2], styles.WRAPPED)),
    )
