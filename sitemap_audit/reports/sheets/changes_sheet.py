"""Write the sheet of issues that are new or fixed since the previous audit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sitemap_audit.reports.sheets import styles
from sitemap_audit.reports.sheets.sheet import Sheet

if TYPE_CHECKING:
    from openpyxl import Workbook

    from sitemap_audit.report.issue_changes import Changes

NAME = "New and fixed"
_HEADS = {
    "Severity": 12,
    "Issue": 46,
    "URLs before": 13,
    "Fixed": 10,
    "New": 10,
    "URLs now": 13,
    "Not compared": 22,
    "Where": 70,
}
_COMMENTS = {
    "URLs before": "URLs, hosts or files that the issue affected in the previous audit.",
    "URLs now": "Before - fixed + new, without URLs that are not compared.",
    "Not compared": "URLs of one audit of which the other one does not say whether they have it.",
}


_LINE = 14
"Points of a line."


def write(book: Workbook, changes: Changes) -> None:
    """Write the sheet, the most severe issue first."""
    sheet = Sheet(book, NAME, widths=list(_HEADS.values()), frozen=1)
    sheet.heads(_HEADS, height=30, comments=_COMMENTS)
    for issue in changes.issues:
        where = changes.where(issue)
        sheet.add(
            [
                sheet.cell(issue.state, styles.pill(issue.state)),
                sheet.cell(issue.title, styles.WRAPPED),
                sheet.cell(issue.before, styles.NUMBER),
                sheet.cell(-issue.fixed or None, styles.FIXED),
                sheet.cell(issue.new or None, styles.NEW),
                sheet.cell(issue.now, styles.NUMBER_BOLD),
                sheet.cell(issue.not_compared or None, styles.TEXT),
                sheet.cell("\n".join(where), styles.WRAPPED),
            ],
            height=_LINE * max(1, len(where)) + 6,
        )
    sheet.filter(1, len(_HEADS))
    sheet.close()
