"""Write the sheets of the URLs by source, and of the directories of a link crawl."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sitemap_audit.report import sheet_rows
from sitemap_audit.report.sources.sets import NO, YES
from sitemap_audit.reports.sheets import styles
from sitemap_audit.reports.sheets.sheet import ROW_POINTS, Sheet, Size
from sitemap_audit.reports.sheets.table import Table

if TYPE_CHECKING:
    from openpyxl import Workbook

    from sitemap_audit.report.sources.sets import Combination, UrlSets
    from sitemap_audit.reports.sheets.sheet import Cell

NAME = "URLs by source"
_ANSWERS = {YES: "yes", NO: "no"}
_WIDTH = 21
_CHART_ROWS = 12
_NUMBERS = ("URLs", "Indexable", "Not indexable", "Not checked")
_CHARTED = {"Indexable": "good", "Not indexable": "error", "Not checked": "unchecked"}
DIRECTORIES = Table(
    "Directories",
    {
        "Directory": 60,
        "Indexable pages": 12,
        "In sitemaps": 12,
        "Linked": 12,
        "Not in a sitemap": 12,
        "Orphans": 12,
        "Not checked": 12,
    },
    sheet_rows.DIRECTORIES,
    ("directories", "those with most missing pages and orphans", "directories"),
    (
        "directories",
        {
            "Directory": "directory",
            "Indexable pages": "pages",
            "In sitemaps": "listed",
            "Linked": "linked",
            "Not in a sitemap": "not_in_sitemap",
            "Orphans": "orphans",
            "Not checked": "not_checked",
        },
    ),
)
"""Missing pages and orphans by directory; without rows if there was no link crawl."""


def write(book: Workbook, sets: UrlSets, file: str) -> None:
    """Write how many URLs each combination of sources knows.

    Args:
        file: the CSV that has each URL.
    """
    heads = [each.source.label for each in sets.sources]
    heads += [*_NUMBERS, *(["Clicks"] if sets.has_clicks else [])]
    sheet = Sheet(book, NAME, widths=[*[_WIDTH] * len(heads), 4, 60])
    sheet.wide(NAME, styles.TITLE, height=30)
    sheet.wide(
        "What the sitemaps, the internal links and the imported lists say about each URL. An export"
        " has only some of the URLs of a site. Nothing is known about the others: that is not a"
        f" finding. {file} has each URL.",
        styles.MUTED,
    )
    sheet.add()
    sheet.heads(("Source", "Yes", "No", "Not known"))
    for counted in sets.sources:
        numbers = (counted.yes, counted.no, counted.unknown)
        cells = [sheet.cell(number, styles.NUMBER) for number in numbers]
        sheet.add([sheet.cell(counted.source.label, styles.WRAPPED), *cells])
    sheet.add()
    sheet.heads([*heads, "", "Combination"], height=34)
    head = sheet.rows
    for each in sets.combinations:
        sheet.add(_row(sheet, each, has_clicks=sets.has_clicks), height=ROW_POINTS)
    sheet.filter(head, len(heads))
    _draw(sheet, sets, head)
    sheet.close()


def _row(sheet: Sheet, each: Combination, *, has_clicks: bool) -> list[Cell | None]:
    answers = [_ANSWERS.get(letter, "not known") for letter in each.letters]
    numbers = [each.urls, each.indexable, each.not_indexable, each.not_checked]
    return [
        *(sheet.cell(answer, styles.CENTRED) for answer in answers),
        *(sheet.cell(number, styles.NUMBER) for number in numbers),
        *([sheet.cell(each.clicks, styles.NUMBER)] if has_clicks else ()),
        None,
        sheet.cell(each.label, styles.TEXT),
    ]


def _draw(sheet: Sheet, sets: UrlSets, head: int) -> None:
    """Draw the first combinations as bars, beside the table."""
    shown = min(len(sets.combinations), _CHART_ROWS)
    first = len(sets.sources) + 2
    label = len(sets.sources) + len(_NUMBERS) + sets.has_clicks + 2
    colours = [styles.BARS[kind] for kind in _CHARTED.values()]
    size = Size(30, max(6.0, 2.5 + 0.8 * shown))
    place = f"A{head + len(sets.combinations) + 3}"
    sheet.draw_bars(place, range(head, head + shown + 1), label, first, colours, size)
