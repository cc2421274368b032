"""Open the files to import: plain, gzip, zip and Excel; truncated ones as far as they go."""

from __future__ import annotations

import csv
import gzip
import io
import zipfile
import zlib
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE, getincrementaldecoder
from contextlib import ExitStack, contextmanager
from hashlib import file_digest
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple

import xxhash

from sitemap_audit.errors import UsageError, error_message
from sitemap_audit.storage.imported import MAX_ID

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from typing_extensions import Buffer

_HEAD = 2**16
"Bytes that encoding, delimiter and format are recognized by."
_BOMS = {BOM_UTF8: "utf-8-sig", BOM_UTF16_LE: "utf-16", BOM_UTF16_BE: "utf-16"}
_DELIMITERS = (",", "\t", ";", "|")
_DAMAGED = (zipfile.BadZipFile, RuntimeError, NotImplementedError, KeyError, ValueError)
"Errors of a zip or workbook that is damaged or encrypted."
_BROKEN = (EOFError, zlib.error, gzip.BadGzipFile, zipfile.BadZipFile)
csv.field_size_limit(2**20)


class Source(NamedTuple):
    """A file to import, or one in a zip."""

    id: int
    "Number made of the contents."
    name: str
    stream: Stream
    table: Table | None = None
    "The rows, if the file is a workbook."

    @property
    def head(self) -> bytes:
        """Its first bytes."""
        return self.stream.head


class Stream(io.RawIOBase):
    """Bytes of a file, decompressed. A truncated file ends where it can be read no further."""

    def __init__(self, inner: Any, position: Callable[[], int]) -> None:
        """Read ``inner``; ``position`` returns how many bytes of the file are used."""
        self._inner, self.position = inner, position
        self.is_truncated = False
        self.head = b""
        while len(self.head) < _HEAD and (more := self._read(_HEAD - len(self.head))):
            self.head += more
        self._kept = self.head

    def _read(self, size: int) -> bytes:
        if self.is_truncated:
            return b""
        try:
            data: bytes = self._inner.read1(size)
        except _BROKEN:
            self.is_truncated = True
            return b""
        return data

    def readable(self) -> bool:
        """Return True."""
        return True

    def readinto(self, buffer: Buffer, /) -> int:
        """Read the next bytes."""
        view = memoryview(buffer)
        data = self._kept[: len(view)] or self._read(len(view))
        self._kept = self._kept[len(view) :]
        view[: len(data)] = data
        return len(data)


class Table(NamedTuple):
    """Rows of cells, each with the line it begins at."""

    rows: Iterator[tuple[int, list[str] | None]]
    "A row is None if it cannot be read."
    encoding: str


@contextmanager
def opened(path: Path) -> Iterator[list[Source]]:
    """Open a file; a zip has several.

    Raises:
        UsageError: it is not a file, is empty, or is a damaged zip.
        OSError: it cannot be read.
    """
    if not path.is_file():
        what = "it is a folder" if path.is_dir() else "no such file"
        raise UsageError(f"Cannot import {path}: {what}. Pass the exported file.")
    with ExitStack() as stack:
        file = stack.enter_context(path.open("rb"))
        number = int(file_digest(file, xxhash.xxh3_64).hexdigest(), 16) % (MAX_ID - 2**16)
        file.seek(0)
        magic = file.peek(4)[:4]
        if magic == b"PK\x03\x04":
            try:
                members = list(_in_zip(path, number, stack, file.tell))
            except _DAMAGED as error:
                why = error_message(error)
                raise UsageError(
                    f"Cannot import {path}: {why}. Extract it, or download it again."
                ) from None
            yield members
            return
        inner: Any = file
        if magic[:2] == b"\x1f\x8b":
            inner = stack.enter_context(gzip.open(file))
        stream = Stream(inner, file.tell)
        if not stream.head.strip(b"\0 \r\n\t\xff\xfe\xef\xbb\xbf"):
            raise UsageError(f"Cannot import {path}: the file is empty. Export it again.")
        yield [Source(number, path.name, stream)]


def _in_zip(
    path: Path, number: int, stack: ExitStack, position: Callable[[], int]
) -> Iterator[Source]:
    archive = stack.enter_context(zipfile.ZipFile(path))
    names = [each for each in archive.namelist() if not each.endswith("/")]
    if "xl/workbook.xml" in names:
        yield from _in_workbook(path, number, stack)
        return
    for place, name in enumerate(names):
        member: BinaryIO = stack.enter_context(archive.open(name))  # type: ignore[assignment]
        yield Source(number + place, f"{path.name}/{name}", Stream(member, position))


def _in_workbook(path: Path, number: int, stack: ExitStack) -> Iterator[Source]:
    from openpyxl import load_workbook  # late: slow to import

    book = load_workbook(path, read_only=True, data_only=True)
    stack.callback(book.close)
    for place, sheet in enumerate(book.worksheets):
        rows = (
            (line, ["" if value is None else str(value) for value in cells])
            for line, cells in enumerate(sheet.iter_rows(values_only=True), 1)
        )
        empty = Stream(io.BytesIO(), lambda: 0)
        yield Source(number + place, f"{path.name}/{sheet.title}", empty, Table(rows, "xlsx"))


def encoding_of(head: bytes) -> str:
    """Return the encoding of a text by its first bytes: UTF-8, UTF-16 or Windows-1252."""
    for mark, name in _BOMS.items():
        if head.startswith(mark):
            return name
    if head.count(0) > len(head) // 4:
        return "utf-16-le" if head[1:2] == b"\0" else "utf-16-be"
    try:
        getincrementaldecoder("utf-8")().decode(head)
    except UnicodeDecodeError:
        return "utf-8" if _is_mostly_utf_8(head) else "cp1252"
    return "utf-8"


def _is_mostly_utf_8(head: bytes) -> bool:
    """Whether most lines that are not ASCII are UTF-8: a few of another encoding were mixed in."""
    lines = [line for line in head.split(b"\n") if not line.isascii()]
    valid = sum(
        "\N{REPLACEMENT CHARACTER}" not in line.decode("utf-8", "replace") for line in lines
    )
    return 2 * valid > len(lines)


def lines_of_head(source: Source) -> list[str]:
    """Return the first lines of a file, the last one only if it is whole."""
    text = source.head.decode(encoding_of(source.head), "replace")
    lines = text.splitlines()
    return lines if len(source.head) < _HEAD or len(lines) < 2 else lines[:-1]


def table_of(source: Source) -> Table:
    """Return the rows of a file, from its header on; leading lines with ``#`` are left out."""
    if source.table is not None:
        return source.table
    encoding = encoding_of(source.head)
    how = "replace" if encoding.startswith("utf-16") else "surrogateescape"
    text = io.TextIOWrapper(io.BufferedReader(source.stream, 2**20), encoding, how, newline="")
    delimiter, skipped = ",", 0
    for line in lines_of_head(source):
        if line.strip() and not line.startswith(("#", "sep=")):
            unquoted = "".join(line.split('"')[::2])
            delimiter = max(_DELIMITERS, key=unquoted.count)
            break
        skipped += 1
    return Table(_rows(text, delimiter, skipped), encoding.removesuffix("-sig"))


def _rows(
    text: io.TextIOWrapper, delimiter: str, skipped: int
) -> Iterator[tuple[int, list[str] | None]]:
    for _ in range(skipped):
        text.readline()
    reader, line = csv.reader(text, delimiter=delimiter), skipped
    while True:
        begun = line + 1
        try:
            cells = next(reader)
        except StopIteration:
            return
        except csv.Error:
            line = skipped + reader.line_num
            yield begun, None
            continue
        line = skipped + reader.line_num
        if cells:
            yield begun, cells
