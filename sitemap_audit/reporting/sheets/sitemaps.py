"""Write the sheet of sitemap files: how each was found, its format, and whether it was read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sitemap_audit.analysis import column_docs
from sitemap_audit.reporting import styles
from sitemap_audit.reporting.sheets.sheet import Sheet
from sitemap_audit.reporting.words import count

if TYPE_CHECKING:
    from openpyxl import Workbook

    from sitemap_audit.reporting.sheets.rows import Cell
    from sitemap_audit.storage import Store

NAME = "Sitemaps"
_HEADS = {
    "Sitemap": 70,
    "Kind": 13,
    "Status": 9,
    "Read": 22,
    "URLs": 11,
    "Child sitemaps": 11,
    "Syntax errors": 11,
    "Findings": 11,
    "Bytes": 13,
    "Uncompressed": 14,
    "Seconds": 10,
    "Last-Modified": 28,
    "Found by": 11,
    "Found in": 56,
}
_CSV_COLUMNS = {
    "Sitemap": "url",
    "Kind": "kind",
    "Status": "status",
    "URLs": "entries",
    "Child sitemaps": "children",
    "Bytes": "bytes",
    "Uncompressed": "unpacked",
    "Seconds": "seconds",
    "Last-Modified": "last_modified",
    "Found by": "found_by",
    "Found in": "found_in",
}
"Columns of sitemaps.csv that the sheet shows, by head."
_URLS = ("Sitemap", "Found in")
_HEAD = 3

_NO_PAGE = """(
    COALESCE(sitemap.kind, '') <> 'html'
    OR sitemap.url NOT IN (SELECT unnamed.url FROM unnamed_sitemaps AS unnamed)
)"""
"Leaves out pages at URLs that were only tried."
_SQL = f"""
WITH faults AS (
    SELECT sitemap_id, COUNT(*) AS faults FROM sitemap_problems GROUP BY sitemap_id
),

about AS (
    SELECT sitemap_url, COUNT(*) AS findings
    FROM findings WHERE sitemap_url IS NOT NULL GROUP BY sitemap_url
)

SELECT
    sitemap.url, sitemap.kind, sitemap.status,
    CASE
        WHEN sitemap.error IS NOT NULL THEN 'not read: ' || sitemap.error
        WHEN sitemap.redirect_url IS NOT NULL THEN 'redirects'
        WHEN sitemap.complete THEN 'complete'
        ELSE 'incomplete: ' || COALESCE(sitemap.stopped_by, 'invalid')
    END AS state,
    sitemap.entries, sitemap.children, COALESCE(faults.faults, 0), COALESCE(about.findings, 0),
    sitemap.bytes, sitemap.unpacked, ROUND(sitemap.seconds, 2), sitemap.last_modified,
    sitemap.found_by, sitemap.found_in
FROM sitemaps AS sitemap
LEFT JOIN faults ON faults.sitemap_id = sitemap.id
LEFT JOIN about ON about.sitemap_url = sitemap.url
WHERE {_NO_PAGE}
ORDER BY sitemap.url, sitemap.fetched_at
LIMIT $rows
"""


def write(book: Workbook, store: Store, *, rows: int) -> None:
    """Write the sheet, of ``rows`` sitemaps at most."""
    total = int(store.value(f"SELECT COUNT(*) FROM sitemaps AS sitemap WHERE {_NO_PAGE}"))
    sheet = Sheet(book, NAME, widths=list(_HEADS.values()), frozen=_HEAD)
    sheet.wide("Sitemaps", styles.TITLE, height=30)
    cut = f" Truncated: the first {rows:,}; sitemaps.csv has all." if total > rows else ""
    sheet.wide(
        f"{count(total, 'file')} requested.{cut}",
        styles.NOTICE if cut else styles.MUTED,
    )
    sheet.heads(_HEADS, height=32, comments=column_docs.comments("sitemaps", _CSV_COLUMNS))
    for row in store.rows(_SQL, {"rows": rows}):
        sheet.add([_cell(sheet, *cell) for cell in zip(_HEADS, row, strict=True)])
    sheet.filter(_HEAD, len(_HEADS))
    sheet.close()


def _cell(sheet: Sheet, head: str, value: Any) -> Cell:
    if head in _URLS:
        return sheet.url(value, styles.LINK, styles.TEXT)
    if head == "Seconds":
        return sheet.cell(value, styles.SECONDS)
    look = styles.NUMBER if isinstance(value, int) and head != "Status" else styles.TEXT
    return sheet.cell(value, look)
