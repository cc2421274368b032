"""Rows of a sheet, written as they come.

openpyxl's own write-only sheet makes an object of each cell, enters four contexts to write it, and
keeps the height of every row to the end. Here a row is one text, read into an element, written and
forgotten (``tests/benchmarks/workbook.py`` compares); all else of the sheet is openpyxl's.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias
from xml.sax.saxutils import escape

from openpyxl.cell import WriteOnlyCell
from openpyxl.cell.rich_text import CellRichText
from openpyxl.comments.comment_sheet import CommentRecord
from openpyxl.utils import get_column_letter
from openpyxl.worksheet._write_only import WriteOnlyWorksheet
from openpyxl.xml.functions import fromstring, tostring

from sitemap_audit.reporting.text import begins_like_formula

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence

    from openpyxl import Workbook
    from openpyxl.worksheet.hyperlink import Hyperlink

    from sitemap_audit.reporting.styles import CellStyle

Value: TypeAlias = "str | int | float | CellRichText | None"
_LETTERS = [get_column_letter(number) for number in range(1, 257)]
_MARKUP = re.compile("[&<>]")
_COMMENT_WIDTH, _COMMENT_LINE = 380, 18
"Pixels of a comment's box, and of a line in it."
_COMMENT_CHARACTERS = 52
"In a line of that width."


class Cell(NamedTuple):
    """What stands in a cell. Text is always text, whatever it begins with."""

    value: Value
    look: CellStyle
    link: Hyperlink | None = None
    comment: str | None = None


class Rows(WriteOnlyWorksheet):
    """A sheet of a write-only workbook to which rows are added, from the first to the last."""

    # What openpyxl's class has and its stubs do not tell.
    _writer: Any
    _rows: Any
    _hyperlinks: list[Hyperlink]
    _comments: list[CommentRecord]
    column_dimensions: Any
    sheet_properties: Any

    def __init__(self, book: Workbook, name: str) -> None:
        super().__init__(book, name)
        book._add_sheet(self)  # type: ignore[attr-defined]  # what create_sheet does
        self._styles: dict[tuple[CellStyle, bool], str] = {}
        self.number = 0
        "Of the last row."

    def write(self, cells: Sequence[Cell | None], height: float | None = None) -> None:
        """Write a row; ``height`` in points."""
        if self._rows is None:
            self._get_writer()  # type: ignore[attr-defined]  # its stubs are short
            self._rows = self._write_rows()
            next(self._rows)
        self.number += 1
        self._rows.send(self._element(cells, height))

    def _write_rows(self) -> Generator[None, Any, None]:
        """Take rows and write them, until the sheet is closed."""
        stream = self._writer.xf.send(True)
        with stream.element("sheetData"):
            try:
                while True:
                    stream.write((yield))
            except GeneratorExit:
                pass
        self._writer.xf.send(None)

    def _element(self, cells: Sequence[Cell | None], height: float | None) -> Any:
        number = self.number
        tall = "" if height is None else f' ht="{height:g}" customHeight="1"'
        inner = "".join(
            self._text(f"{letter}{number}", *cell)
            for letter, cell in zip(_LETTERS, cells, strict=False)
            if cell is not None
        )
        return fromstring(f'<row r="{number}"{tall}>{inner}</row>')

    def _text(
        self, place: str, value: Value, look: CellStyle, link: Hyperlink | None, comment: str | None
    ) -> str:
        """The XML of a cell."""
        if comment is not None:
            self._comments.append(_comment(place, comment))
        if link is not None:
            link.ref = place
            self._hyperlinks.append(link)
        # What begins like a formula stays text when somebody edits its cell.
        marked = isinstance(value, str) and begins_like_formula(value) is not None
        style = self._styles.get((look, marked)) or self._style(look, marked)
        if value is None or value == "":
            return f'<c r="{place}" s="{style}"/>'
        if isinstance(value, str | CellRichText):
            return f'<c r="{place}" s="{style}" t="inlineStr">{_inline(value)}</c>'
        return f'<c r="{place}" s="{style}"><v>{value}</v></c>'

    def _style(self, look: CellStyle, marked: bool) -> str:
        """The number of a style among the workbook's."""
        made = WriteOnlyCell(self)
        made.font = look.font
        for name in ("fill", "alignment", "border", "number_format"):
            if (style := getattr(look, name)) is not None:
                setattr(made, name, style)
        made.quotePrefix = marked
        self._styles[look, marked] = str(made.style_id)
        return self._styles[look, marked]


def _comment(place: str, text: str) -> CommentRecord:
    """A comment in a box that is as high as its text."""
    lines = sum(-(-len(line) // _COMMENT_CHARACTERS) for line in text.split("\n"))
    height = (lines + 1) * _COMMENT_LINE
    record = CommentRecord(ref=place, author="sitemap-audit", height=height, width=_COMMENT_WIDTH)
    record.text.t = text
    return record


def _inline(value: str | CellRichText) -> str:
    if isinstance(value, CellRichText):
        tree: Any = value.to_tree()
        return str(tostring(tree, encoding="unicode"))  # type: ignore[call-overload]  # lxml's
    text = escape(value) if _MARKUP.search(value) else value
    kept = ' xml:space="preserve"' if value[0].isspace() or value[-1].isspace() else ""
    return f"<is><t{kept}>{text}</t></is>"
