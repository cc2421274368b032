"""The sheet that says which sitemap has which findings: one row a sitemap, one column a check."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING

from openpyxl.utils import get_column_letter

from sitemap_audit.reporting import styles
from sitemap_audit.reporting.overview import SEVERITIES
from sitemap_audit.reporting.sheets.sheet import Sheet

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from openpyxl import Workbook

    from sitemap_audit.reporting.overview import Overview
    from sitemap_audit.reporting.sheets.rows import Cell
    from sitemap_audit.storage import Store

NAME = "By sitemap"
_CHECKS = 40
_ROWS = 1_000
_HEAD_HEIGHT = 240
_FOUND = """
SELECT
    COALESCE(found.sitemap_url, listed.sitemap_url) AS sitemap, run.severity, found."check",
    COUNT(*) AS found
FROM findings AS found
INNER JOIN check_runs AS run ON run."check" = found."check"
LEFT JOIN listed ON found.sitemap_url IS NULL AND listed.url = found.url
WHERE COALESCE(found.sitemap_url, listed.sitemap_url) IS NOT NULL
GROUP BY 1, 2, 3
"""


def write(book: Workbook, store: Store, overview: Overview) -> None:
    """Write the sheet; the worst sitemaps first. No sheet where no finding has a sitemap."""
    found = store.rows(_FOUND)
    if not found:
        return
    named = {check for _, _, check, _ in found}
    checks = [result.name for result in overview.failed if result.name in named][:_CHECKS]
    table = pivot(found, checks)
    sheet = Sheet(book, NAME, widths=[70, *[11] * len(SEVERITIES), *[7.5] * len(checks)], frozen=4)
    sheet.wide("Findings by sitemap", styles.TITLE, height=30)
    sheet.wide(_note(len(table), len(checks), len(named)), styles.MUTED, height=18)
    sheet.add()
    _head(sheet, checks)
    for sitemap, counts in table[:_ROWS]:
        sheet.add(
            [
                sheet.url(sitemap, styles.LINK, styles.TEXT),
                *(_count(sheet, place, number) for place, number in enumerate(counts)),
            ]
        )
    sheet.filter(4, 1 + len(SEVERITIES) + len(checks))
    _shade(sheet, checks)
    sheet.close()


def _count(sheet: Sheet, place: int, number: int) -> Cell:
    look = styles.NUMBER_BOLD if place < len(SEVERITIES) else styles.COUNT
    return sheet.cell(number or None, look)


def pivot(
    found: Iterable[tuple[str, str, str, int]], checks: Sequence[str]
) -> list[tuple[str, list[int]]]:
    """Each sitemap with its findings by severity and by check, the worst first.

    Args:
        found: rows of sitemap, severity, check, found.
        checks: the columns wanted; every finding counts in the severities.
    """
    sitemaps: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for sitemap, severity, check, number in found:
        sitemaps[sitemap].update({severity: number, check: number})
    heads = (*SEVERITIES, *checks)
    table = [(sitemap, [counts[head] for head in heads]) for sitemap, counts in sitemaps.items()]
    return sorted(table, key=_rank)


def _rank(row: tuple[str, list[int]]) -> tuple[list[int], str]:
    sitemap, counts = row
    return [-number for number in counts[: len(SEVERITIES)]], sitemap


def _note(rows: int, checks: int, named: int) -> str:
    cut = f" The worst {_ROWS:,} of {rows:,} sitemaps." if rows > _ROWS else ""
    cut += f" A column for each of the worst {checks} of {named} checks." if named > checks else ""
    return f"A finding about a page counts for the first sitemap that lists the page.{cut}"


def _head(sheet: Sheet, checks: Sequence[str]) -> None:
    cells = [sheet.cell("Sitemap", styles.HEAD_LOW)]
    cells += [
        sheet.cell(f"{severity}s".capitalize(), styles.HEAD_LOW_RIGHT) for severity in SEVERITIES
    ]
    cells += [sheet.cell(check, styles.HEAD_UPRIGHT) for check in checks]
    sheet.add(cells, height=min(_HEAD_HEIGHT, 14 + 4.6 * max(map(len, checks))))


def _shade(sheet: Sheet, checks: Sequence[str]) -> None:
    """Make the cells of a check redder the more it found there."""
    first, last = len(SEVERITIES) + 2, len(SEVERITIES) + 1 + len(checks)
    place = f"{get_column_letter(first)}5:{get_column_letter(last)}{sheet.rows}"
    sheet.format(place, styles.HEAT)
