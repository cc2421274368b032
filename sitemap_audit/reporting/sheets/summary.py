"""The first sheet: whether the audit is complete, what it covered, what it found."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sitemap_audit.reporting import looks
from sitemap_audit.reporting import overview as figures
from sitemap_audit.reporting.sheets.sheet import ROW_POINTS, Sheet, text_height

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from openpyxl import Workbook

    from sitemap_audit.reporting.overview import Ledger, Overview, Result

NAME = "Summary"
_WIDTHS = (2, 18, 66, 13, 13, 13, 46)


def write(
    book: Workbook,
    run: Mapping[str, Any],
    overview: Overview,
    ledger: Ledger,
    sheets: Mapping[str, str],
) -> None:
    """Write the sheet.

    Args:
        sheets: names of the sheets of the checks that failed.
    """
    sheet = Sheet(book, NAME, widths=_WIDTHS, tab=looks.NAVY)
    sheet.wide("Sitemap audit", looks.TITLE, first=2, height=34)
    sheet.wide(", ".join(figures.sites(run)), looks.HEADING, first=2)
    sheet.add()
    _banner(sheet, run, ledger)
    _about(sheet, run)
    _severities(sheet, overview)
    _failed(sheet, overview, sheets)
    _outcomes(sheet, overview)
    _ledger(sheet, ledger)
    sheet.close()


def _banner(sheet: Sheet, run: Mapping[str, Any], ledger: Ledger) -> None:
    reasons = figures.reasons(run)
    if not reasons:
        limit = figures.limit(run, ledger)
        done = limit or "Complete: everything that was asked for was done."
        sheet.wide(done, looks.NOTICE if limit else looks.CALM, first=2)
        return
    sheet.wide("NOT COMPLETE: this report covers only what was read.", looks.ALARM, first=2)
    for reason in reasons:
        sheet.wide(reason, looks.ALARM_REASON, first=2)


def _about(sheet: Sheet, run: Mapping[str, Any]) -> None:
    sheet.add()
    for label, value in _facts(run):
        cells = [sheet.cell(label, looks.LABEL), sheet.cell(value, looks.WRAPPED)]
        sheet.add([None, *cells], height=ROW_POINTS)


def _facts(run: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    yield "Started", figures.moment_text(run, "started_at")
    yield "Finished", figures.moment_text(run, "finished_at")
    yield "Duration", figures.duration(run)
    yield "Ended because", str(run.get("reason") or "-")
    yield "Limit of URLs", "reached" if run.get("limit_reached") else "not reached"
    if rendered := run.get("rendered"):
        yield "Browser", str(rendered["sentence"])
    yield "Verdicts for", str(run.get("token") or "-")
    yield "Made with", f"sitemap-audit {run.get('version') or '-'}"


def _head(sheet: Sheet, title: str, *heads: str) -> None:
    sheet.add()
    sheet.add([None, sheet.cell(title, looks.HEADING)], height=26)
    sheet.heads(heads, first=2)


def _severities(sheet: Sheet, overview: Overview) -> None:
    _head(sheet, "Findings", "Severity", "Subjects", "Findings", "Checks")
    for severity, found in overview.by_severity.items():
        subjects = ", ".join(f"{name} {n:,}" for name, n in overview.by_subject(severity).items())
        cells = [
            sheet.cell(severity, looks.pill(severity)),
            sheet.cell(subjects, looks.WRAPPED),
            sheet.cell(found, looks.NUMBER_BOLD),
            sheet.cell(_checks(overview, severity), looks.NUMBER),
        ]
        height = max(ROW_POINTS, text_height(subjects, _WIDTHS[2], looks.WRAPPED))
        sheet.add([None, *cells], height=height)


def _checks(overview: Overview, severity: str) -> int:
    return sum(result.severity == severity for result in overview.failed)


def _failed(sheet: Sheet, overview: Overview, sheets: Mapping[str, str]) -> None:
    heads = ("Severity", "What was found", "Findings", "Unknown", "Looked at", "Check")
    _head(sheet, "What failed, the worst first", *heads)
    for result in overview.failed:
        _failure(sheet, result, sheets[result.name])
    if not overview.failed:
        sheet.add([None, sheet.cell("Nothing.", looks.TEXT)])


def _failure(sheet: Sheet, result: Result, target: str) -> None:
    cells = [
        sheet.cell(result.severity, looks.pill(result.severity)),
        sheet.cell(result.title, looks.LINK, link=f"'{target}'!A1"),
        sheet.cell(result.found, looks.NUMBER_BOLD),
        sheet.cell(result.unknown, looks.NUMBER),
        sheet.cell(result.looked_at, looks.NUMBER),
        sheet.cell(result.name, looks.LABEL),
    ]
    sheet.add([None, *cells], height=ROW_POINTS)


def _outcomes(sheet: Sheet, overview: Overview) -> None:
    _head(sheet, "Checks", "Outcome", "Meaning", "Checks")
    for outcome, number in overview.by_outcome.items():
        cells = [
            sheet.cell(figures.ending(outcome), looks.pill(outcome)),
            sheet.cell(_MEANINGS.get(outcome), looks.TEXT),
            sheet.cell(number, looks.NUMBER_BOLD),
        ]
        sheet.add([None, *cells], height=ROW_POINTS)


_MEANINGS = {
    "failed": "It found something.",
    "passed": "It found nothing in what could be judged.",
    "not measured": "Nothing of what it looks at could be judged.",
    "not applicable": "The site has nothing for it to look at.",
    "error": "The check itself failed; the Coverage sheet says why.",
}


def _ledger(sheet: Sheet, ledger: Ledger) -> None:
    _head(sheet, "Every listed address", "Code", "What became of it", "Addresses", "Share")
    for outcome, number in ledger.outcomes.items():
        share = number / ledger.listed if ledger.listed else 0
        cells = [
            sheet.cell(outcome, looks.LABEL),
            sheet.cell(figures.fate(outcome), looks.TEXT),
            sheet.cell(number, looks.NUMBER),
            sheet.cell(share, looks.SHARE),
        ]
        sheet.add([None, *cells], height=ROW_POINTS)
    sums = f"{ledger.fetched:,} fetched + {ledger.not_fetched:,} not fetched"
    sheet.add(
        [
            None,
            sheet.cell("Listed", looks.TEXT_BOLD),
            sheet.cell(sums, looks.TEXT_BOLD),
            sheet.cell(ledger.listed, looks.NUMBER_BOLD),
            sheet.cell(None, looks.TEXT),
        ],
        height=ROW_POINTS,
    )
