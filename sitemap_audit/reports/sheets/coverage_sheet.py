"""Write the sheet of all checks that ran: what each one checked, and its outcome."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sitemap_audit.analysis.catalogue import column_docs
from sitemap_audit.report import words
from sitemap_audit.report.overview import OUTCOMES
from sitemap_audit.reports.sheets import styles
from sitemap_audit.reports.sheets.sheet import Sheet
from sitemap_audit.severity import SEVERITIES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from openpyxl import Workbook

    from sitemap_audit.report.overview import NotChecked, Overview, Result
    from sitemap_audit.reports.sheets.sheet import Cell

NAME = "Coverage"
_HEADS = {
    "Outcome": 15,
    "Severity": 11,
    "Check": 44,
    "Issue": 58,
    "Findings": 12,
    "Checked": 12,
    "Not checked": 13,
    "Why not checked": 40,
    "Confidence": 12,
    "Engines": 26,
    "Basis": 13,
    "Why it could not run": 50,
}
_CSV_COLUMNS = {
    "Outcome": "outcome",
    "Severity": "severity",
    "Check": "check",
    "Issue": "title",
    "Findings": "found",
    "Checked": "looked_at",
    "Not checked": "unknown",
    "Why not checked": "unknown_reasons",
    "Confidence": "confidence",
    "Engines": "engines",
    "Why it could not run": "error",
}
"Columns of checks.csv that the sheet shows, by head."
_URGENCY = ("error", *(outcome for outcome in OUTCOMES if outcome != "error"))


def write(book: Workbook, overview: Overview, not_checked: Sequence[NotChecked]) -> None:
    """Write the sheet: the checks, then why URLs were not checked."""
    sheet = Sheet(book, NAME, widths=list(_HEADS.values()), frozen=4)
    sheet.wide("Coverage", styles.TITLE, height=30)
    outcomes = ", ".join(f"{n:,} {words.ending(word)}" for word, n in overview.by_outcome.items())
    sheet.wide(
        f"{len(overview.results):,} checks: {outcomes}. Not checked: what the check needs could not"
        " be fetched or read. Such a row is neither a finding nor a pass.",
        styles.MUTED,
    )
    sheet.add()
    sheet.heads(_HEADS, comments=column_docs.comments("checks", _CSV_COLUMNS))
    for result in sorted(overview.results, key=_order):
        sheet.add(_row(sheet, result))
    sheet.filter(4, len(_HEADS))
    if not_checked:
        sheet.add()
        sheet.wide("Not checked", styles.HEADING)
    for cause in not_checked:
        sheet.wide(cause.sentence, styles.TEXT)
    sheet.close()


def _order(result: Result) -> tuple[int, int, str]:
    return _rank(_URGENCY, result.outcome), _rank(SEVERITIES, result.severity), result.name


def _rank(order: tuple[str, ...], word: str) -> int:
    return order.index(word) if word in order else len(order)


def _row(sheet: Sheet, result: Result) -> list[Cell]:
    check = result.check
    return [
        sheet.cell(words.ending(result.outcome), styles.pill(result.outcome)),
        sheet.cell(
            result.severity, styles.pill(result.severity) if result.found else styles.CENTRED
        ),
        sheet.cell(result.name, styles.TEXT),
        sheet.cell(result.title, styles.WRAPPED),
        *(sheet.cell(n, styles.NUMBER) for n in (result.found, result.checked, result.unknown)),
        sheet.cell(words.not_checked(result.unknown_reasons), styles.WRAPPED),
        sheet.cell(check.confidence if check else None, styles.TEXT),
        sheet.cell(", ".join(check.engines) if check else None, styles.WRAPPED),
        sheet.cell(check.basis if check else None, styles.TEXT),
        sheet.cell(result.error, styles.WRAPPED),
    ]
