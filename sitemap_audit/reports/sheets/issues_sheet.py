"""Write the sheet of issues: each check with findings, why it matters and how to fix it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sitemap_audit.report import escaping
from sitemap_audit.reports.sheets import styles
from sitemap_audit.reports.sheets.sheet import Sheet

if TYPE_CHECKING:
    from collections.abc import Mapping

    from openpyxl import Workbook

    from sitemap_audit.report.overview import Overview, Result
    from sitemap_audit.report.sources.clicks import Clicks
    from sitemap_audit.reports.sheets.sheet import Cell

NAME = "Issues"
_HEADS = {
    "Severity": 12,
    "Issue": 46,
    "Affected": 20,
    "Clicks": 10,
    "Findings": 10,
    "Consequences": 14,
    "Checked": 11,
    "Not checked": 11,
    "Why it matters": 60,
    "How to fix it": 60,
    "Subject": 14,
    "Check": 38,
    "More": 40,
}
_COMMENTS = {
    "Affected": "Affected URLs, hosts or files, each counted once.",
    "Clicks": "Clicks of the affected URLs in search results, by imported lists.",
    "Findings": "All findings of the check.",
    "Consequences": "Findings that are a consequence of another issue and end with it.",
    "Checked": "URLs, pairs or files that could be checked.",
    "Not checked": "Those that could not be; nothing is said of them.",
}


def write(
    book: Workbook, overview: Overview, rows_of: Mapping[str, int], clicks: Clicks | None
) -> None:
    """Write the sheet, in the order of what to do first.

    Args:
        clicks: of the URLs; None if no list has them: there is no column.
        rows_of: by check, the row of its first finding in the sheet of findings; a check that has
            none there gets no link.
    """
    heads = {name: width for name, width in _HEADS.items() if clicks or name != "Clicks"}
    sheet = Sheet(book, NAME, widths=list(heads.values()), frozen=1)
    sheet.heads(heads, height=30, comments=_COMMENTS)
    for result in overview.failed:
        sheet.add(_row(sheet, result, rows_of.get(result.name), clicks))
    sheet.filter(1, len(heads))
    sheet.close()


def _row(sheet: Sheet, result: Result, row: int | None, clicks: Clicks | None) -> list[Cell]:
    check = result.check
    why = escaping.plain(check.why_it_matters, characters=280) if check else None
    how = escaping.plain(check.how_to_fix_it, characters=280) if check else None
    title = styles.LINK if row else styles.WRAPPED
    return [
        sheet.cell(result.severity, styles.pill(result.severity)),
        sheet.cell(result.title, title, place=f"'Findings'!A{row}" if row else None),
        sheet.cell(result.urls, styles.counting(styles.NUMBER_BOLD, *sorted(result.affected))),
        *([sheet.cell(clicks.by_check.get(result.name), styles.NUMBER)] if clicks else ()),
        sheet.cell(result.found, styles.NUMBER),
        sheet.cell(result.folded or None, styles.NUMBER),
        sheet.cell(result.checked, styles.NUMBER),
        sheet.cell(result.unknown or None, styles.NUMBER),
        sheet.cell(why, styles.WRAPPED),
        sheet.cell(how, styles.WRAPPED),
        sheet.cell(result.subject, styles.TEXT),
        sheet.cell(result.name, styles.LABEL),
        sheet.cell(check.see[0] if check and check.see else None, styles.LABEL),
    ]
