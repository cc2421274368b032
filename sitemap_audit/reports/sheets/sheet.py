"""Write a sheet from top to bottom in openpyxl's write-only mode.

Column widths and frozen rows must be set before the first row.
"""

from __future__ import annotations

import math
from copy import copy
from itertools import accumulate
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from openpyxl.cell import WriteOnlyCell
from openpyxl.chart import BarChart, Reference
from openpyxl.comments import Comment
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.hyperlink import Hyperlink
from openpyxl.worksheet.page import PageMargins
from openpyxl.worksheet.pagebreak import Break

from sitemap_audit.report.escaping import cell_text
from sitemap_audit.reports.sheets import styles

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from openpyxl import Workbook
    from openpyxl.formatting.rule import Rule

    from sitemap_audit.reports.sheets.styles import CellStyle

_SCREEN_CHARACTERS = 180
_A4, _A3 = 9, 8
"Paper sizes: their codes in the file."
_A4_CHARACTERS = 200
"Maximum width of a sheet for A4, in characters; wider sheets print on A3."
_LINE_POINTS = 13.5
ROW_POINTS = 18
_MOST_LINES = 12
"Maximum height of a row, in lines; the CSV has the whole text."
_COMMENT_WIDTH, _COMMENT_LINE = 380, 18
"Pixels of a comment's box, and of a line in it."
_COMMENT_CHARACTERS = 52
"In a line of that width."

Value: TypeAlias = "str | int | float | None"


class Size(NamedTuple):
    """Of a chart, in centimetres."""

    width: int
    height: float


class Cell(NamedTuple):
    """The value and the style of a cell; text is never read as a formula."""

    value: Value
    style: CellStyle
    place: str | None = None
    "Target of its link in this workbook."
    comment: str | None = None


class Sheet:
    """A sheet of the workbook; rows are appended."""

    def __init__(
        self,
        book: Workbook,
        name: str,
        *,
        widths: Sequence[float],
        frozen: int = 0,
        folded: int = 0,
    ) -> None:
        """Begin a sheet.

        Args:
            widths: column widths in characters.
            frozen: number of frozen rows.
            folded: last columns that are hidden, in a group that one click shows.
        """
        self.worksheet: Any = book.create_sheet(name)
        self.name, self.widths = name, widths
        self.rows = 0
        "Number of rows."
        self._empty_cells: dict[CellStyle, Any] = {}
        for number, width in enumerate(widths, 1):
            column = self.worksheet.column_dimensions[get_column_letter(number)]
            column.width = width
            if number > len(widths) - folded:
                column.hidden, column.outlineLevel = True, 1
        if folded:
            self.worksheet.column_dimensions[get_column_letter(len(widths) + 1)].collapsed = True
        if frozen:
            self.worksheet.freeze_panes = f"A{frozen + 1}"
            self.worksheet.print_title_rows = f"{frozen}:{frozen}"
        self._set_page()

    def _set_page(self) -> None:
        """Fit the width to the paper, with sheet name and page number in the footer."""
        is_wide = sum(self.widths) > _A4_CHARACTERS
        self.worksheet.page_setup.paperSize = _A3 if is_wide else _A4
        self.worksheet.page_setup.orientation = "landscape"
        self.worksheet.page_setup.fitToHeight = 0
        self.worksheet.page_margins = PageMargins(0.4, 0.4, top=0.5, bottom=0.8, footer=0.4)
        self.worksheet.oddFooter.center.text = "&A, page &P of &N"
        self.worksheet.sheet_properties.pageSetUpPr.fitToPage = True

    def hide_grid(self) -> None:
        """Hide the lines between cells."""
        self.worksheet.sheet_view.showGridLines = False

    def cell(self, value: Value, style: CellStyle, *, place: str | None = None) -> Cell:
        """Make a cell; ``place`` is its target in this workbook."""
        return Cell(cell_text(value) if isinstance(value, str) else value, style, place)

    def append(self, values: Sequence[Any]) -> None:
        """Write a row of plain values."""
        self.rows += 1
        self.worksheet.append(values)

    def add(self, cells: Sequence[Cell | None] = (), *, height: float | None = None) -> None:
        """Write a row; ``height`` in points, by default that of its wrapped texts."""
        tall = height or self._height(cells)
        if tall:
            self.worksheet.row_dimensions[self.rows + 1].height = tall
        self.append([None if cell is None else self._made(cell) for cell in cells])

    def _made(self, cell: Cell) -> Any:
        made = copy(self._empty(cell.style))
        made.value = cell.value
        if isinstance(cell.value, str):
            made.data_type = "s"
        if cell.place:
            made.hyperlink = Hyperlink(ref="", location=cell.place, display=str(cell.value))
        if cell.comment:
            lines = sum(-(-len(line) // _COMMENT_CHARACTERS) for line in cell.comment.split("\n"))
            height = (lines + 1) * _COMMENT_LINE
            made.comment = Comment(cell.comment, "sitemap-audit", height, _COMMENT_WIDTH)
        return made

    def _empty(self, style: CellStyle) -> Any:
        """Return an empty cell of a style, made once: openpyxl searches each font that is set."""
        if style not in self._empty_cells:
            made: Any = WriteOnlyCell(self.worksheet)
            made.font = style.font
            for name in ("fill", "alignment", "border", "number_format"):
                if (value := getattr(style, name)) is not None:
                    setattr(made, name, value)
            self._empty_cells[style] = made
        return self._empty_cells[style]

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

    def wide(self, value: Value, style: CellStyle, *, first: int = 1, height: float = 0) -> None:
        """Write a text across the columns from ``first`` that fit on a screen."""
        last = self._last_on_screen(first)
        cells = [*[None] * (first - 1), self.cell(value, style)]
        cells += [self.cell(None, style) for _ in range(first, last)]
        room = sum(self.widths[first - 1 : last])
        self.add(cells, height=height or text_height(str(value), room, style))
        self.merge(first, last)

    def merge(self, first: int, last: int) -> None:
        """Merge the cells from column ``first`` to ``last`` in the last row."""
        if last > first:
            left, right = get_column_letter(first), get_column_letter(last)
            self.worksheet.merged_cells.add(f"{left}{self.rows}:{right}{self.rows}")

    def _last_on_screen(self, first: int) -> int:
        sums = list(accumulate(self.widths[first - 1 :]))
        return first - 1 + max(1, sum(width <= _SCREEN_CHARACTERS for width in sums))

    def filter(self, head: int, columns: int, *, first: int = 1) -> None:
        """Add a filter to the table from heading row ``head`` to the last row."""
        left, right = get_column_letter(first), get_column_letter(first + columns - 1)
        self.worksheet.auto_filter.ref = f"{left}{head}:{right}{max(self.rows, head)}"

    def format(self, place: str, rule: Rule) -> None:
        """Add a conditional format to the cells of ``place``, such as 'B5:D9'."""
        self.worksheet.conditional_formatting.add(place, rule)

    def draw_bars(
        self, place: str, rows: range, label: int, first: int, colours: Sequence[str], size: Size
    ) -> None:
        """Add a chart of stacked bars whose upper left corner is the cell ``place``.

        Args:
            rows: of the table: its heads, and one for each bar.
            label: column of the names of the bars.
            first: column of their first parts; there is a colour for each.
        """
        chart = BarChart()
        chart.type, chart.grouping, chart.overlap, chart.gapWidth = "bar", "stacked", 100, 40
        last = first + len(colours) - 1
        places: dict[str, Any] = {"worksheet": self.worksheet, "max_row": rows[-1]}
        data = Reference(min_col=first, max_col=last, min_row=rows[0], **places)
        chart.add_data(data, titles_from_data=True)
        chart.set_categories(Reference(min_col=label, min_row=rows[1], **places))
        for series, colour in zip(chart.series, colours, strict=True):
            series.graphicalProperties.solidFill = colour
            series.graphicalProperties.line.solidFill = colour
        chart.x_axis.delete = chart.y_axis.delete = False
        chart.x_axis.scaling.orientation = "maxMin"
        chart.y_axis.number_format, chart.y_axis.majorGridlines = "#,##0", None
        if len(colours) > 1:
            chart.legend.position = "b"
        else:
            chart.legend = None
        chart.width, chart.height = size
        self.worksheet.add_chart(chart, place)

    def break_page(self) -> None:
        """Begin a new page with the next row."""
        self.worksheet.row_breaks.append(Break(id=self.rows))

    def close(self) -> None:
        """End the sheet."""
        self.worksheet.close()


def text_height(text: str, room: float, style: CellStyle) -> float:
    """Return the height of a wrapped text in points, for a width of ``room`` characters."""
    size = (style.font.size or 10) / 10
    wide = 0.9 * size / room  # widths are in digits, and a letter is narrower
    lines = sum(max(1, math.ceil(len(line) * wide)) for line in text.split("\n"))
    return lines * _LINE_POINTS * size + 4
