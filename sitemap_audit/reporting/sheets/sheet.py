"""Write a sheet from top to bottom in openpyxl's write-only mode.

Column widths and frozen rows must be set before the first row.
"""

from __future__ import annotations

import math
import re
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from openpyxl.utils import get_column_letter
from openpyxl.worksheet.hyperlink import Hyperlink
from openpyxl.worksheet.page import PageMargins

from sitemap_audit.reporting import styles
from sitemap_audit.reporting.sheets.rows import Cell, Rows
from sitemap_audit.reporting.text import cell_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from openpyxl import Workbook
    from openpyxl.formatting.rule import Rule

    from sitemap_audit.reporting.sheets.rows import Value
    from sitemap_audit.reporting.styles import CellStyle

EXCEL_ROWS = 1_048_576
EXCEL_LINKS = 65_530
_LINK_CHARACTERS = 2_079
_NAME_CHARACTERS = 31
_SCREEN_CHARACTERS = 180
_A4, _A3 = 9, 8
"Paper sizes: their codes in the file."
_A4_CHARACTERS = 200
"Maximum width of a sheet for A4, in characters; wider sheets print on A3."
_LINE_POINTS = 13.5
ROW_POINTS = 18
_MOST_LINES = 12
"Maximum height of a row, in lines; the CSV has the whole text."


class Sheet:
    """A sheet of the workbook; rows are appended."""

    def __init__(
        self,
        book: Workbook,
        name: str,
        *,
        widths: Sequence[float],
        frozen: int = 0,
        tab: str | None = None,
        links: int = EXCEL_LINKS,
    ) -> None:
        """Begin a sheet.

        Args:
            widths: column widths in characters.
            frozen: number of frozen rows.
            tab: colour of the tab.
            links: maximum number of cells with a link.
        """
        self._sheet: Any = Rows(book, name)
        self.name, self.widths, self.links_left = name, widths, links
        for number, width in enumerate(widths, 1):
            self._sheet.column_dimensions[get_column_letter(number)].width = width
        self._sheet.sheet_view.showGridLines = False
        self._sheet.sheet_properties.tabColor = tab
        if frozen:
            self._sheet.freeze_panes = f"A{frozen + 1}"
            self._sheet.print_title_rows = f"{frozen}:{frozen}"
        self._set_page()

    def _set_page(self) -> None:
        """Fit the width to the paper, with sheet name and page number in the footer."""
        is_wide = sum(self.widths) > _A4_CHARACTERS
        self._sheet.page_setup.paperSize = _A3 if is_wide else _A4
        self._sheet.page_setup.orientation = "landscape"
        self._sheet.page_setup.fitToHeight = 0
        self._sheet.page_margins = PageMargins(0.4, 0.4, top=0.5, bottom=0.8, footer=0.4)
        self._sheet.oddFooter.center.text = "&A, page &P of &N"
        self._sheet.sheet_properties.pageSetUpPr.fitToPage = True

    @property
    def rows(self) -> int:
        """Number of rows."""
        return int(self._sheet.number)

    def cell(self, value: Value, style: CellStyle, *, link: str | None = None) -> Cell:
        """Make a cell; ``link`` is its target in this workbook."""
        target = Hyperlink(ref="", location=link, display=cell_text(str(value))) if link else None
        return Cell(cell_text(value) if isinstance(value, str) else value, style, target)

    def url(self, url: str | None, style: CellStyle, otherwise: CellStyle) -> Cell:
        """Make a cell with a link to the URL in it, as long as the sheet has links left."""
        if url is None or not self.can_link(url):
            return self.cell(url, otherwise)
        self.links_left -= 1
        return Cell(url, style, Hyperlink(ref="", target=url))

    def can_link(self, url: str) -> bool:
        """Return whether a cell can have a link: an http URL valid in Excel, and links are left."""
        return (
            self.links_left > 0
            and url.startswith(("https://", "http://"))
            and len(url) <= _LINK_CHARACTERS
            and cell_text(url) == url
        )

    def add(self, cells: Sequence[Cell | None] = (), *, height: float | None = None) -> None:
        """Write a row; ``height`` in points, by default that of its wrapped texts."""
        self._sheet.write(cells, height or self._height(cells))

    def _height(self, cells: Sequence[Cell | None]) -> float | None:
        """Return the height for wrapped texts in points, as not every program computes it."""
        lines = max(
            (
                -(-len(cell.value) // int(width))
                for cell, width in zip(cells, self.widths, strict=False)
                if cell is not None
                and isinstance(cell.value, str)
                and len(cell.value) > width
                and cell.style.alignment is not None
                and cell.style.alignment.wrap_text
            ),
            default=1,
        )
        return min(lines, _MOST_LINES) * _LINE_POINTS + 4 if lines > 1 else None

    def heads(
        self,
        names: Iterable[str],
        *,
        first: int = 1,
        height: float = 20,
        comments: Mapping[str, str] | None = None,
    ) -> None:
        """Write the headings of a table; ``comments``: meanings of columns, by name."""
        meanings = comments or {}
        cells = [
            self.cell(name, styles.head(name))._replace(comment=meanings.get(name))
            for name in names
        ]
        self.add([*[None] * (first - 1), *cells], height=height)

    def wide(
        self,
        value: Value,
        style: CellStyle,
        *,
        first: int = 1,
        height: float = 0,
        url: str | None = None,
    ) -> None:
        """Write a text across the columns from ``first`` that fit on a screen."""
        last = self._last_on_screen(first)
        cell = self.cell(value, style)
        if url:
            cell = cell._replace(link=Hyperlink(ref="", target=url))
        cells = [*[None] * (first - 1), cell]
        cells += [self.cell(None, style) for _ in range(first, last)]
        room = sum(self.widths[first - 1 : last])
        self.add(cells, height=height or text_height(str(value), room, style))
        self.merge(first, last)

    def merge(self, first: int, last: int) -> None:
        """Merge the cells from column ``first`` to ``last`` in the last row."""
        if last > first:
            left, right = get_column_letter(first), get_column_letter(last)
            self._sheet.merged_cells.add(f"{left}{self.rows}:{right}{self.rows}")

    def _last_on_screen(self, first: int) -> int:
        sums = list(accumulate(self.widths[first - 1 :]))
        return first - 1 + max(1, sum(width <= _SCREEN_CHARACTERS for width in sums))

    def filter(self, head: int, columns: int, *, first: int = 1) -> None:
        """Add a filter to the table from heading row ``head`` to the last row."""
        left, right = get_column_letter(first), get_column_letter(first + columns - 1)
        self._sheet.auto_filter.ref = f"{left}{head}:{right}{max(self.rows, head)}"

    def format(self, place: str, rule: Rule) -> None:
        """Add a conditional format to the cells of ``place``, such as 'B5:D9'."""
        self._sheet.conditional_formatting.add(place, rule)

    def close(self) -> None:
        """End the sheet."""
        self._sheet.close()


def text_height(text: str, room: float, style: CellStyle) -> float:
    """Return the height of a wrapped text in points, for a width of ``room`` characters."""
    size = (style.font.size or 10) / 10
    wide = 0.9 * size / room  # widths are in digits, and a letter is narrower
    lines = sum(max(1, math.ceil(len(line) * wide)) for line in text.split("\n"))
    return lines * _LINE_POINTS * size + 4


def sheet_names(names: Sequence[str], taken: Sequence[str]) -> dict[str, str]:
    """Return a unique sheet name for each name: 31 characters, none of ``[]:*?/\\``."""
    used = {name.lower() for name in taken}
    assigned: dict[str, str] = {}
    for name in names:
        assigned[name] = _free_name(re.sub(r"[\[\]:*?/\\']", " ", name), used)
        used.add(assigned[name].lower())
    return assigned


def _free_name(name: str, used: set[str]) -> str:
    candidate, number = _cut(name, ""), 1
    while candidate.lower() in used:
        number += 1
        candidate = _cut(name, f" {number}")
    return candidate


def _cut(name: str, suffix: str) -> str:
    room = _NAME_CHARACTERS - len(suffix)
    return (name if len(name) <= room else name[: room - 1] + "…") + suffix
