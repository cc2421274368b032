"""Write the index: every check with findings, by severity, with a link to its sheet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sitemap_audit.reporting import styles
from sitemap_audit.reporting.sheets.sheet import ROW_POINTS, Sheet
from sitemap_audit.reporting.words import count

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from openpyxl import Workbook

    from sitemap_audit.reporting.overview import Overview, Result

NAME = "Index"
_HEADS = {
    "Severity": 13,
    "Subject": 15,
    "Issue": 66,
    "URLs": 12,
    "Checked": 12,
    "Not checked": 13,
    "Check": 46,
}
_HEAD = 4


def write(
    book: Workbook, overview: Overview, sheets: Mapping[str, str], others: Sequence[str]
) -> None:
    """Write the sheet: one row a sheet of a check, in the order of the tabs.

    Args:
        sheets: names of the sheets of the checks that failed.
        others: names of the sheets that are there besides, the summary first.
    """
    sheet = Sheet(book, NAME, widths=list(_HEADS.values()), frozen=_HEAD, tab=styles.NAVY)
    sheet.wide("Index", styles.TITLE, height=30)
    sheet.add([sheet.cell(name, styles.BACK, link=f"'{name}'!A1") for name in others])
    sheet.wide(_told(overview), styles.MUTED, height=18)
    sheet.heads(_HEADS)
    for result in overview.failed:
        _row(sheet, result, sheets[result.name])
    sheet.filter(_HEAD, len(_HEADS))
    sheet.close()


def _told(overview: Overview) -> str:
    """'223 checks with findings: 120 errors, 60 warnings, 43 notices.'"""
    parts = [
        count(sum(result.severity == severity for result in overview.failed), severity)
        for severity in overview.by_severity
    ]
    checks = count(len(overview.failed), "check")
    return f"{checks} with findings: {', '.join(parts)}. The tabs have the same order and colours."


def _row(sheet: Sheet, result: Result, target: str) -> None:
    cells = [
        sheet.cell(result.severity, styles.pill(result.severity)),
        sheet.cell(result.subject, styles.TEXT),
        sheet.cell(result.title, styles.LINK, link=f"'{target}'!A1"),
        sheet.cell(result.urls, styles.NUMBER_BOLD),
        sheet.cell(result.checked, styles.NUMBER),
        sheet.cell(result.unknown, styles.NUMBER),
        sheet.cell(result.name, styles.LABEL),
    ]
    sheet.add(cells, height=ROW_POINTS)
