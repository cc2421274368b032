"""Read the rows of an Excel workbook one after the other, within Excel's own limits.

Memory does not grow with what a workbook unpacks to, and a cell that cannot be read costs its row
alone. openpyxl makes all missing rows up to any number and ends at the first bad cell. calamine
takes a fifth of the time, but makes a table up to the last cell, and without the memory for it the
process is aborted; one bad cell costs it the sheet, and for an index of -1 it reads another text.
What dates and their formats mean is openpyxl's knowledge.
"""

from __future__ import annotations

import math
import posixpath
import re
import time
import zlib
from array import array
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple
from xml.parsers.expat import ExpatError, ParserCreate
from zipfile import BadZipFile

from sitemap_audit.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from datetime import datetime
    from pathlib import Path
    from zipfile import ZipFile

    from sitemap_audit.imports.allowance import Allowance

MOST_ROWS = 1_048_576
"Rows of a sheet: Excel's own limit."
MOST_COLUMNS = 16_384
"Columns of a sheet: Excel's own limit."
MOST_TEXTS = 96 * 2**20
"Bytes of the texts that the cells of a workbook share: they are kept in memory."
MOST_PART = 16 * 2**20
"Bytes of each other part that is kept in memory."
MOST_SECONDS = 900
"Seconds to read a workbook."
_LONGEST_TEXT = 32_767
"Characters of a cell: Excel's own limit."
_LONGEST_FORMAT = 255
"Characters of a number format: Excel's own limit."
_LONGEST_TAG = 2**20
_MOST_NAMES = 1_000
_DEEPEST = 100
_PIECE = 2**13
"Bytes that are parsed at once; the rows in them are in memory, and few bytes can be wide rows."
_ROW = re.compile(r"([0-9]{1,7})(\.0*)?")
_CELL = re.compile(r"([A-Za-z]{1,3})[0-9]+")
_INTEGER = re.compile(r"-?[0-9]+")
WORKBOOK = "xl/workbook.xml"
"The part that every workbook has."
DAMAGED = (BadZipFile, zlib.error, EOFError, KeyError, ValueError, ExpatError, NotImplementedError)
"Errors of a workbook with parts that are missing, truncated or no XML."

Row = tuple[int, list[str] | None]
"Its number and cells; None if a cell cannot be read."


class Sheet(NamedTuple):
    """A sheet of a workbook."""

    title: str
    rows: Iterator[Row]


class _Part:
    """Parses a part of a workbook: tags have methods ``start_TAG``, ``end_TAG``, in lower case."""

    def __init__(self) -> None:
        self._pieces: list[str] | None = None
        "Text of the element being read; None where text is of no interest."
        self._length = 0
        self._is_phonetic = False
        self._depth = 0
        self._starts, self._ends_of = self._methods("start_"), self._methods("end_")
        self._names: dict[str, str] = {}
        "All names of tags and attributes; expat keeps them, too."
        self._parser = parser = ParserCreate(intern=self._names)
        parser.buffer_text = True
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._text
        parser.StartDoctypeDeclHandler = _refuse_doctype

    def parse(self, data: Iterator[bytes]) -> Iterator[None]:
        """Parse piece by piece.

        Raises:
            ValueError, ExpatError: it is no such part.
        """
        fed = 0
        for piece in data:
            fed += len(piece)
            self._parser.Parse(piece, False)
            if fed - self._parser.CurrentByteIndex > _LONGEST_TAG:
                raise ValueError("a tag is too long")
            if len(self._names) > _MOST_NAMES:
                raise ValueError("its tags have too many names")
            yield
        self._parser.Parse(b"", True)

    def read(self, data: Iterator[bytes]) -> None:
        """Parse to the end."""
        for _ in self.parse(data):
            pass

    def _methods(self, prefix: str) -> dict[str, Callable[..., None]]:
        return {
            name.removeprefix(prefix): getattr(self, name)
            for name in dir(self)
            if name.startswith(prefix)
        }

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self._depth += 1
        if self._depth > _DEEPEST:
            raise ValueError("its tags are too deep")
        tag = name.rpartition(":")[2].lower()
        if tag == "rph":
            self._is_phonetic = True
        elif tag in self._starts:
            self._starts[tag](attributes)

    def _end(self, name: str) -> None:
        self._depth -= 1
        tag = name.rpartition(":")[2].lower()
        if tag == "rph":
            self._is_phonetic = False
        elif tag in self._ends_of:
            self._ends_of[tag]()

    def _text(self, text: str) -> None:
        if self._pieces is not None and not self._is_phonetic:
            self._length += len(text)
            if self._length <= _LONGEST_TEXT:
                self._pieces.append(text)

    def _begin_text(self) -> None:
        self._pieces, self._length = [], 0

    def _take_text(self) -> str | None:
        """Return the text; None if it is longer than Excel's own limit."""
        text, self._pieces = "".join(self._pieces or ()), None
        return text if self._length <= _LONGEST_TEXT else None


def _refuse_doctype(*_: object) -> None:
    raise ValueError("it has a document type")


class _Book(_Part):
    """Names of the sheets, and how days are counted."""

    def __init__(self) -> None:
        super().__init__()
        self.sheets: list[tuple[str, str]] = []
        "Title and ID."
        self.is_of_1904 = False

    def start_sheet(self, attributes: dict[str, str]) -> None:
        local = {name.rpartition(":")[2]: value for name, value in attributes.items()}
        self.sheets.append((local.get("name", ""), local["id"]))

    def start_workbookpr(self, attributes: dict[str, str]) -> None:
        self.is_of_1904 = attributes.get("date1904") in ("1", "true")


class _Relations(_Part):
    """Paths of the other parts."""

    def __init__(self) -> None:
        super().__init__()
        self.by_id: dict[str, tuple[str, str]] = {}
        "Kind and path."

    def start_relationship(self, attributes: dict[str, str]) -> None:
        kind = attributes["Type"].rpartition("/")[2]
        path = posixpath.normpath(posixpath.join("/xl", attributes["Target"])).lstrip("/")
        self.by_id[attributes["Id"]] = (kind, path)

    def path(self, kind: str) -> str | None:
        """Return the path of the part of which there is one."""
        return next((path for each, path in self.by_id.values() if each == kind), None)


class _Styles(_Part):
    """Which styles show a number as a date."""

    def __init__(self) -> None:
        from openpyxl.styles.numbers import BUILTIN_FORMATS, is_date_format  # late: slow to import

        super().__init__()
        self._is_date_format: Callable[[str], bool] = is_date_format
        self._formats = {
            str(number) for number, code in BUILTIN_FORMATS.items() if is_date_format(code)
        }
        self._is_of_cells = False
        self.are_dates = bytearray()
        "By number of a style."

    def start_numfmt(self, attributes: dict[str, str]) -> None:
        number, code = attributes.get("numFmtId", ""), attributes.get("formatCode", "")
        if self._is_date_format(code[:_LONGEST_FORMAT]):
            self._formats.add(number)

    def start_cellxfs(self, _: dict[str, str]) -> None:
        self._is_of_cells = True

    def end_cellxfs(self) -> None:
        self._is_of_cells = False

    def start_xf(self, attributes: dict[str, str]) -> None:
        if self._is_of_cells:
            self.are_dates.append(attributes.get("numFmtId") in self._formats)

    def is_date(self, style: str) -> bool:
        """Whether a style shows a number as a date."""
        number = int(style) if style.isdecimal() and len(style) < 10 else 0
        return number < len(self.are_dates) and bool(self.are_dates[number])


class _Texts(_Part):
    """The texts that cells share, as UTF-8: as strings they take several times as much memory."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self._path = path
        self._bytes, self._ends = bytearray(), array("I")

    def start_t(self, _: dict[str, str]) -> None:
        self._begin_text()

    def end_t(self) -> None:
        self._bytes += (self._take_text() or "").encode()
        self._limit()

    def end_si(self) -> None:
        self._ends.append(len(self._bytes))
        self._limit()

    def _limit(self) -> None:
        if len(self._bytes) + self._ends.itemsize * len(self._ends) > MOST_TEXTS:
            raise UsageError(
                f"Cannot import {self._path}: its texts have more than {MOST_TEXTS:,} bytes. Save"
                " it as CSV."
            )

    def __getitem__(self, place: int) -> str:
        """Return a text.

        Raises:
            IndexError: there is none.
        """
        end = self._ends[place]
        return self._bytes[self._ends[place - 1] if place else 0 : end].decode()


class _Rows(_Part):
    """The rows of a sheet."""

    def __init__(self, path: Path, texts: _Texts, styles: _Styles, epoch: datetime) -> None:
        from openpyxl.utils.datetime import from_excel  # late: slow to import

        super().__init__()
        self._path = path
        self._texts, self._styles, self._epoch = texts, styles, epoch
        self._from_excel: Callable[..., object] = from_excel
        self._made: list[Row] = []
        self._cells: list[str] = []
        self._row, self._column, self._count = 0, 0, 0
        self._is_bad = False
        self._kind, self._style, self._value = "n", "", ""

    def rows(self, data: Iterator[bytes]) -> Iterator[Row]:
        """Yield the rows that are not empty.

        Raises:
            ValueError, ExpatError: the rest cannot be read.
        """
        try:
            for _ in self.parse(data):
                yield from self._take()
        except (*DAMAGED, UsageError):
            yield from self._take()
            raise
        yield from self._take()

    def _take(self) -> list[Row]:
        made, self._made = self._made, []
        return made

    def start_row(self, attributes: dict[str, str]) -> None:
        number = attributes.get("r")
        match = _ROW.fullmatch(number) if number is not None else None
        self._row = int(match[1]) if match else self._row + 1
        self._count += 1
        if (number is not None and not match) or max(self._row, self._count) > MOST_ROWS:
            most = str(max(self._row, self._count))
            raise self._outside(f"row {most if match else (number or most)[:20]}")
        self._cells, self._column, self._is_bad = [], 0, False

    def start_c(self, attributes: dict[str, str]) -> None:
        match = _CELL.fullmatch(attributes["r"]) if "r" in attributes else None
        self._column = _column(match[1]) if match else self._column + 1
        if self._column > MOST_COLUMNS:
            raise self._outside(f"column {self._column:,}")
        self._is_bad |= match is None and "r" in attributes
        self._kind, self._style = attributes.get("t", "n"), attributes.get("s", "")
        self._value = ""

    def start_v(self, _: dict[str, str]) -> None:
        self._begin_text()

    start_t = start_v

    def end_v(self) -> None:
        text = self._take_text()
        self._is_bad |= text is None or len(self._value) > _LONGEST_TEXT
        self._value += "" if self._is_bad else text or ""

    end_t = end_v

    def end_c(self) -> None:
        try:
            text = self._read()
        except (ValueError, IndexError, OverflowError):
            self._is_bad = True
        else:
            if text:
                self._cells += [""] * (self._column - len(self._cells))
                self._cells[self._column - 1] = text

    def end_row(self) -> None:
        if self._cells or self._is_bad:
            self._made.append((self._row, None if self._is_bad else self._cells))

    def _outside(self, what: str) -> UsageError:
        return UsageError(
            f"Cannot import {self._path}: it is damaged (it has a {what}, and a sheet has at most"
            f" {MOST_ROWS:,} rows and {MOST_COLUMNS:,} columns). Export or copy it again."
        )

    def _read(self) -> str:
        """Return what a cell shows.

        Raises:
            ValueError, IndexError, OverflowError: it cannot be read.
        """
        text = self._value.strip()
        if self._kind in ("str", "inlineStr", "d"):
            return self._value
        if self._kind == "e" or not text:
            return ""
        if self._kind == "s":
            return self._texts[_natural(text)]
        if self._kind == "b":
            return str(bool(_natural(text)))
        if not math.isfinite(number := float(text)):
            raise ValueError(text)
        if self._styles.is_date(self._style):
            return str(self._from_excel(number, self._epoch))
        return text if _INTEGER.fullmatch(text) else str(number)


def _natural(text: str) -> int:
    if not text.isdecimal():
        raise ValueError(text)
    return int(text)


@lru_cache(MOST_COLUMNS)
def _column(letters: str) -> int:
    number = 0
    for letter in letters.upper():
        number = number * 26 + ord(letter) - ord("A") + 1
    return number


def read_sheets(
    archive: ZipFile,
    path: Path,
    allowance: Allowance,
    clock: Callable[[], float] = time.monotonic,
) -> Iterator[Sheet]:
    """Yield the sheets of a workbook; their rows are read later.

    Raises:
        UsageError: it is too large, takes too long, or has more rows than a sheet can have.
        One of DAMAGED: it is damaged.
    """
    from openpyxl.utils.datetime import MAC_EPOCH, WINDOWS_EPOCH  # late: slow to import

    until = clock() + MOST_SECONDS

    def data(name: str) -> Iterator[bytes]:
        with archive.open(name) as file:
            while piece := file.read(_PIECE):
                allowance.take(len(piece))
                if clock() > until:
                    raise UsageError(
                        f"Cannot import {path}: it takes more than {MOST_SECONDS:,} seconds. Save"
                        " it as CSV."
                    )
                yield piece

    def read(part: _Part, name: str | None) -> None:
        if name is not None:
            if archive.getinfo(name).file_size > MOST_PART and not isinstance(part, _Texts):
                raise ValueError(f"{name} has more than {MOST_PART:,} bytes")
            part.read(data(name))

    book, relations, texts, styles = _Book(), _Relations(), _Texts(path), _Styles()
    read(book, WORKBOOK)
    read(relations, "xl/_rels/workbook.xml.rels")
    read(texts, relations.path("sharedStrings"))
    read(styles, relations.path("styles"))
    epoch = MAC_EPOCH if book.is_of_1904 else WINDOWS_EPOCH
    for title, number in book.sheets:
        kind, name = relations.by_id[number]
        if kind == "worksheet":
            archive.getinfo(name)  # before anything is stored
            yield Sheet(title, _Rows(path, texts, styles, epoch).rows(data(name)))
