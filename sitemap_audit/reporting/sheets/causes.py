"""Write the sheet of causes: one row for each cause, the worst first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sitemap_audit.analysis import column_docs
from sitemap_audit.reporting import styles
from sitemap_audit.reporting.causes import count_causes, read_causes
from sitemap_audit.reporting.sheets.sheet import Sheet
from sitemap_audit.reporting.words import count

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from openpyxl import Workbook

    from sitemap_audit.analysis.catalogue import Check
    from sitemap_audit.reporting.causes import Cause
    from sitemap_audit.reporting.sheets.rows import Cell
    from sitemap_audit.storage import Store

NAME = "Causes"
_ROWS = 5_000
_LINKS = 5_000
_HEADS = {
    "Severity": 11,
    "URLs": 12,
    "Issue": 58,
    "Cause": 58,
    "First finding": 62,
    "Observed": 46,
    "Fix": 46,
    "Sitemap": 46,
    "Line": 9,
    "Check": 34,
}
_CSV_COLUMNS = {
    "Severity": "severity",
    "URLs": "urls",
    "Cause": "cause",
    "First finding": "url",
    "Observed": "observed",
    "Fix": "fix",
    "Sitemap": "sitemap_url",
    "Line": "line",
    "Check": "check",
}
"Columns of causes.csv that the sheet shows, by head."
_HEAD = 4


def write(book: Workbook, store: Store, checks: Sequence[Check], sheets: Mapping[str, str]) -> None:
    """Write the sheet; none where nothing was found.

    Args:
        sheets: names of the sheets of the checks that failed.
    """
    total = count_causes(store)
    if not total:
        return
    sheet = Sheet(book, NAME, widths=list(_HEADS.values()), frozen=_HEAD, links=_LINKS)
    sheet.wide("Causes", styles.TITLE, height=30)
    sheet.wide(
        "Findings of one check that share a sitemap, a URL pattern or a pair of locales have one"
        " cause. In a pattern, {n} is a number and {slug} a page name.",
        styles.MUTED,
    )
    cut = f" Truncated: the first {_ROWS:,}; causes.csv has all." if total > _ROWS else ""
    sheet.wide(f"{count(total, 'cause')}.{cut}", styles.NOTICE if cut else styles.MUTED, height=18)
    sheet.heads(_HEADS, comments=column_docs.comments("causes", _CSV_COLUMNS))
    for cause in read_causes(store, checks, rows=_ROWS):
        sheet.add(_row(sheet, cause, sheets.get(cause.check)))
    sheet.filter(_HEAD, len(_HEADS))
    sheet.close()


def _row(sheet: Sheet, cause: Cause, target: str | None) -> list[Cell]:
    link = f"'{target}'!A1" if target else None
    return [
        sheet.cell(cause.severity, styles.pill(cause.severity)),
        sheet.cell(cause.urls, styles.NUMBER_BOLD),
        sheet.cell(cause.what, styles.LINK if link else styles.TEXT, link=link),
        sheet.cell(cause.where, styles.WRAPPED),
        sheet.url(cause.url or cause.sitemap_url, styles.LINK, styles.TEXT),
        sheet.cell(cause.observed, styles.WRAPPED),
        sheet.cell(cause.fix, styles.WRAPPED),
        sheet.url(cause.sitemap_url, styles.LINK, styles.TEXT),
        sheet.cell(cause.line, styles.NUMBER),
        sheet.cell(cause.check, styles.LABEL),
    ]
