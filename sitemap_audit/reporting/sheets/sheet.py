"""A sheet that is written from top to bottom and kept nowhere: openpyxl's write-only mode.

Whatever the first row depends on (widths, frozen rows) is therefore given when it is made.
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
"Sizes of paper, as files number them."
_A4_CHARACTERS = 200
"Of width that are still legible on A4; what is wider is for A3."
_LINE_POINTS = 13.5
ROW_POINTS = 18
_MOST_LINES = 12
"Higher than that no row is: the CSV has the whole text."


class Sheet:
    """One sheet, row after row."""

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
            widths: of the columns, in characters.
            frozen: so many rows stay in sight.
            tab: colour of its tab.
            links: so many cells may be clickable.
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
        """Print as wide as the paper is, with its name and number below."""
        is_wide = sum(self.widths) > _A4_CHARACTERS
        self._sheet.page_setup.paperSize = _A3 if is_wide else _A4
        self._sheet.page_setup.orientation = "landscape"
        self._sheet.page_setup.fitToHeight = 0
        self._sheet.page_margins = PageMargins(0.4, 0.4, top=0.5, bottom=0.8, footer=0.4)
        self._sheet.oddFooter.center.text = "&A, page &P of &N"
        self._sheet.sheet_properties.pageSetUpPr.fitToPage = True

    @property
    def rows(self) -> int:
        """How many there are."""
        return int(self._sheet.number)

    def cell(self, value: Value, look: CellStyle, *, link: str | None = None) -> Cell:
        """A cell; ``link``: the place in this workbook that it leads to."""
        place = Hyperlink(ref="", location=link, display=cell_text(str(value))) if link else None
        return Cell(cell_text(value) if isinstance(value, str) else value, look, place)

    def url(self, url: str | None, look: CellStyle, otherwise: CellStyle) -> Cell:
        """A cell that opens the address in it, while the sheet has links left."""
        if url is None or not self.can_link(url):
            return self.cell(url, otherwise)
        self.links_left -= 1
        return Cell(url, look, Hyperlink(ref="", target=url))

    def can_link(self, url: str) -> bool:
        """Whether a cell may be clickable: an http address that Excel takes, and links are left."""
        return (
            self.links_left > 0
            and url.startswith(("https://", "http://"))
            and len(url) <= _LINK_CHARACTERS
            and cell_text(url) == url
        )

    def add(self, cells: Sequence[Cell | None] = (), *, height: float | None = None) -> None:
        """Write a row; ``height`` in points, else so high that its wrapped texts can be read."""
        self._sheet.write(cells, height or self._height(cells))

    def _height(self, cells: Sequence[Cell | None]) -> float | None:
        """Excel would find it by itself; not every other program does."""
        lines = max(
            (
                -(-len(cell.value) // int(width))
                for cell, width in zip(cells, self.widths, strict=False)
                if cell is not None
                and isinstance(cell.value, str)
                and len(cell.value) > width
                and cell.look.alignment is not None
                and cell.look.alignment.wrap_text
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
        """Write the head of a table; ``comments``: what columns mean, by name."""
        told = comments or {}
        cells = [
            self.cell(name, styles.head(name))._replace(comment=told.get(name)) for name in names
        ]
        self.add([*[None] * (first - 1), *cells], height=height)

    def wide(
        self,
        value: Value,
        look: CellStyle,
        *,
        first: int = 1,
        height: float = 0,
        url: str | None = None,
    ) -> None:
        """Write a text over the columns from ``first`` that a screen shows, as high as it needs."""
        last = self._last_on_screen(first)
        made = self.cell(value, look)
        if url:
            made = made._replace(link=Hyperlink(ref="", target=url))
        cells = [*[None] * (first - 1), made]
        cells += [self.cell(None, look) for _ in range(first, last)]
        room = sum(self.widths[first - 1 : last])
        self.add(cells, height=height or text_height(str(value), room, look))
        self.merge(first, last)

    def merge(self, first: int, last: int) -> None:
        """Make one cell of those from column ``first`` to ``last`` of the last row."""
        if last > first:
            left, right = get_column_letter(first), get_column_letter(last)
            self._sheet.merged_cells.add(f"{left}{self.rows}:{right}{self.rows}")

    def _last_on_screen(self, first: int) -> int:
        sums = list(accumulate(self.widths[first - 1 :]))
        return first - 1 + max(1, sum(width <= _SCREEN_CHARACTERS for width in sums))

    def filter(self, head: int, columns: int, *, first: int = 1) -> None:
        """Put a filter on the table whose head is row ``head`` and that ends at the last row."""
        left, right = get_column_letter(first), get_column_letter(first + columns - 1)
        self._sheet.auto_filter.ref = f"{left}{head}:{right}{max(self.rows, head)}"

    def format(self, place: str, rule: Rule) -> None:
        """Format the cells of ``place`` ('B5:D9') by what is in them."""
        self._sheet.conditional_formatting.add(place, rule)

    def close(self) -> None:
        """End the sheet."""
        self._sheet.close()


def text_height(text: str, room: float, look: CellStyle) -> float:
    """Points that a wrapped text takes in ``room`` characters of width."""
    size = (look.font.size or 10) / 10
    wide = 0.9 * size / room  # a letter is narrower than the digit that widths are counted in
    lines = sum(max(1, math.ceil(len(line) * wide)) for line in text.split("\n"))
    return lines * _LINE_POINTS * size + 4


def sheet_names(names: Sequence[str], taken: Sequence[str]) -> dict[str, str]:
    """A legal sheet name for each name: 31 characters, none of ``[]:*?/\\``, no two alike."""
    used = {name.lower() for name in taken}
    chosen: dict[str, str] = {}
    for name in names:
        chosen[name] = _free_name(re.sub(r"[\[\]:*?/\\']", " ", name), used)
        used.add(chosen[name].lower())
    return chosen


def _free_name(name: str, used: set[str]) -> str:
    candidate, number = _cut(name, ""), 1
    while candidate.lower() in used:
        number += 1
        candidate = _cut(name, f" {number}")
    return candidate


def _cut(name: str, suffix: str) -> str:
    room = _NAME_CHARACTERS - len(suffix)
    return (name if len(name) <= room else name[: room - 1] + "…") + suffix
