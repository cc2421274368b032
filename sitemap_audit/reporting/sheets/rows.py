"""Write the rows of a sheet as a stream.

openpyxl's write-only sheet makes an object for each cell, enters four contexts to write it, and
keeps the height of every row in memory. Here a row is one XML text, parsed into an element and
written (``tests/benchmarks/workbook.py`` compares). The rest of the sheet is openpyxl's.
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
"Width of a comment and height of a line in it, in pixels."
_COMMENT_CHARACTERS = 52
"Characters in a line of that width."


class Cell(NamedTuple):
    """The content of a cell. Text is never a formula, even if it begins like one."""

    value: Value
    style: CellStyle
    link: Hyperlink | None = None
    comment: str | None = None


class Rows(WriteOnlyWorksheet):
    """A sheet of a write-only workbook; rows are appended."""

    # Attributes of openpyxl's class that its stubs lack.
    _writer: Any
    _rows: Any
    _hyperlinks: list[Hyperlink]
    _comments: list[CommentRecord]
    column_dimensions: Any
    sheet_properties: Any

    def __init__(self, book: Workbook, name: str) -> None:
        super().__init__(book, name)
        book._add_sheet(self)  # type: ignore[attr-defined]  # as create_sheet does
        self._styles: dict[tuple[CellStyle, bool], str] = {}
        self.number = 0
        "Number of the last row."

    def write(self, cells: Sequence[Cell | None], height: float | None = None) -> None:
        """Write a row; ``height`` in points."""
        if self._rows is None:
            self._get_writer()  # type: ignore[attr-defined]  # missing in the stubs
            self._rows = self._write_rows()
            next(self._rows)
        self.number += 1
        self._rows.send(self._element(cells, height))

    def _write_rows(self) -> Generator[None, Any, None]:
        """Write rows sent to this generator, until the sheet is closed."""
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
        self,
        place: str,
        value: Value,
        style: CellStyle,
        link: Hyperlink | None,
        comment: str | None,
    ) -> str:
        """Return the XML of a cell."""
        if comment is not None:
            self._comments.append(_comment(place, comment))
        if link is not None:
            link.ref = place
            self._hyperlinks.append(link)
        # Keeps text that begins like a formula text when a user edits the cell.
        is_quoted = isinstance(value, str) and begins_like_formula(value) is not None
        style_id = self._styles.get((style, is_quoted)) or self._style_id(style, is_quoted)
        if value is None or value == "":
            return f'<c r="{place}" s="{style_id}"/>'
        if isinstance(value, str | CellRichText):
            return f'<c r="{place}" s="{style_id}" t="inlineStr">{_inline(value)}</c>'
        return f'<c r="{place}" s="{style_id}"><v>{value}</v></c>'

    def _style_id(self, style: CellStyle, is_quoted: bool) -> str:
        """Return the ID of a style in the workbook."""
        cell = WriteOnlyCell(self)
        cell.font = style.font
        for name in ("fill", "alignment", "border", "number_format"):
            if (part := getattr(style, name)) is not None:
                setattr(cell, name, part)
        cell.quotePrefix = is_quoted
        self._styles[style, is_quoted] = str(cell.style_id)
        return self._styles[style, is_quoted]


def _comment(place: str, text: str) -> CommentRecord:
    """Make a comment whose box is as high as its text."""
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
