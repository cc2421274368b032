"""Open the files to import: plain, gzip, zip and Excel; truncated ones as far as they go."""

from __future__ import annotations

import csv
import gzip
import io
import zipfile
import zlib
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE, getincrementaldecoder
from contextlib import ExitStack, contextmanager, suppress
from hashlib import file_digest
from typing import TYPE_CHECKING, Any, NamedTuple

import xxhash

from sitemap_audit.errors import UsageError, error_message
from sitemap_audit.imports.allowance import Allowance
from sitemap_audit.imports.workbooks import DAMAGED, WORKBOOK, read_sheets
from sitemap_audit.masking import visible
from sitemap_audit.storage.imported import MAX_ID

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from typing_extensions import Buffer

    from sitemap_audit.imports.workbooks import Row

_HEAD = 2**16
"Bytes that encoding, delimiter and format are recognized by."
_BOMS = {BOM_UTF8: "utf-8-sig", BOM_UTF16_LE: "utf-16", BOM_UTF16_BE: "utf-16"}
_OF_EXCEL = ("cp1252", "cp1250", "cp1251", "cp932", "cp949", "gb18030", "big5", "cp1254")
"Encodings in which Excel saves CSV, by the language of Windows."
_DELIMITERS = (",", "\t", ";", "|")
_NO_DELIMITER = "\x1f"
"Of a table or list with one column, whose URLs may have commas."
_URLS = ("http://", "https://", "/")
MOST_MEMBERS = 1_000
"Files in a zip that are read."
MOST_LIST = 4 * 2**20
"Bytes of the list of files in a zip; each takes ten times as much in memory."
_LONGEST = 2**20
"Characters of a line that are read; the rest is left out."
_OFFICE = "[Content_Types].xml"
"What a document of an Office program has, other than any zip."
_ENCRYPTED = 1
"Flag of a file in a zip."
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
"How the files in a zip may be compressed: zipfile reads others without a limit of memory."
_BROKEN = (EOFError, zlib.error, gzip.BadGzipFile, zipfile.BadZipFile)
"Errors of a compressed file that is truncated or damaged."
_MOST_LINES = 100
"Lines of a row; a row of more has a quote that is not closed."
csv.field_size_limit(_LONGEST)


class Source(NamedTuple):
    """A file to import, or one in a zip."""

    place: int
    "Place in the zip or workbook; 0 of a plain file."
    name: str
    "Its name, of which everything can be stored and shown."
    stream: Stream
    table: Table | None = None
    "The rows, if the file is a workbook."

    @property
    def head(self) -> bytes:
        """Its first bytes."""
        return self.stream.head

    @property
    def is_workbook(self) -> bool:
        """Whether it is a sheet of a workbook."""
        return self.table is not None

    @property
    def beginning_number(self) -> int:
        """A number made of its first bytes: a log has it, compressed or not, and when it grows."""
        return xxhash.xxh3_64_intdigest(self.head) % (MAX_ID - MOST_MEMBERS)

    @property
    def is_binary(self) -> bool:
        """Whether it is no text: many of its first characters are control characters."""
        text = self.head.decode(encoding_of(self.head), "replace")
        controls = sum(each < " " and not each.isspace() for each in text)
        return self.table is None and controls > max(20, len(text) // 20)


class Stream(io.RawIOBase):
    """Bytes of a file, decompressed. A truncated file ends where it can be read no further."""

    def __init__(
        self,
        inner: Any,
        position: Callable[[], int],
        take: Callable[[int], object] = lambda _: None,
    ) -> None:
        """Read ``inner``.

        Args:
            position: returns how many bytes of the file are used.
            take: called with each number of bytes that were decompressed.
        """
        self._inner, self.position, self._take = inner, position, take
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
        else:
            self._take(len(data))
            return data
        return b""

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


class _Archive(io.BufferedReader):
    """A zip, of whose list of files only what fits in memory is read: zipfile takes it at once."""

    def read(self, size: int | None = -1, /) -> bytes:
        """Read the next bytes."""
        if size is not None and size > MOST_LIST:
            raise zipfile.BadZipFile("its list of files is too long")
        return super().read(size)


class Table(NamedTuple):
    """Rows of cells, each with the line it begins at."""

    rows: Iterator[Row]
    encoding: str
    lost: str = "columns"
    "Why a row that is None cannot be read."


@contextmanager
def opened(path: Path) -> Iterator[list[Source]]:
    """Open a file; a zip or a workbook has several.

    Raises:
        UsageError: it is not a file, is empty, damaged or cannot be opened, or unpacks to more than
            real ones do; the latter also when it is read.
        OSError: it cannot be read.
    """
    if not path.is_file():
        is_other = "it is a folder" if path.is_dir() else "it is not a file"
        what = is_other if path.exists() else "no such file"
        raise UsageError(f"Cannot import {path}: {what}. Pass the exported file.")
    with ExitStack() as stack:
        try:
            file = stack.enter_context(path.open("rb"))
        except OSError as error:
            why = error.strerror or error
            raise UsageError(f"Cannot import {path}: {why}. Check its permissions.") from None
        if file.peek(4)[:4] in (b"PK\x03\x04", b"PK\x05\x06"):  # the latter is empty
            yield list(_in_zip(path, stack, file))
            return
        inner = _decompressed(file, stack)
        taken = [] if inner is file else [Allowance(path).take]
        stream = Stream(inner, file.tell, *taken)
        if not stream.head.strip(b"\0 \r\n\t\xff\xfe\xef\xbb\xbf"):
            what = "it has no text" if stream.head else "the file is empty"
            what = "it is truncated" if stream.is_truncated else what
            raise UsageError(f"Cannot import {path}: {what}. Export it again.")
        yield [Source(0, visible(path.name), stream)]


def content_number(path: Path) -> int:
    """Return a number made of the contents of a file, with room for the files in a zip.

    Raises:
        OSError: it cannot be read.
    """
    with path.open("rb") as file:
        return int(file_digest(file, xxhash.xxh3_64).hexdigest(), 16) % (MAX_ID - MOST_MEMBERS)


def _decompressed(file: Any, stack: ExitStack) -> Any:
    """Return the file, or what it holds if it is gzip."""
    return stack.enter_context(gzip.open(file)) if file.peek(2)[:2] == b"\x1f\x8b" else file


def _in_zip(path: Path, stack: ExitStack, file: Any) -> Iterator[Source]:
    allowance, whole = Allowance(path), stack.enter_context(_Archive(file.raw))
    try:
        archive = stack.enter_context(zipfile.ZipFile(whole))
    except DAMAGED as error:
        raise damaged(path, error_message(error)) from None
    members = [each for each in archive.infolist() if not each.is_dir()]
    if any(each.flag_bits & _ENCRYPTED for each in members):
        raise UsageError(
            f"Cannot import {path}: it needs a password. Extract it, and pass the files."
        )
    if any(each.compress_type not in _METHODS for each in members):
        raise UsageError(
            f"Cannot import {path}: its files are compressed by another method than deflate."
            " Extract it, and pass the files."
        )
    allowance.check(sum(each.file_size for each in members))
    if _OFFICE in archive.NameToInfo:
        yield from _in_workbook(path, archive, allowance)
        return
    if len(members) > MOST_MEMBERS:
        raise UsageError(
            f"Cannot import {path}: it holds {len(members):,} files, and at most {MOST_MEMBERS:,}"
            " are read. Extract it, and pass the files."
        )
    for place, member in enumerate(members):
        try:
            inner = _decompressed(stack.enter_context(archive.open(member)), stack)
        except DAMAGED as error:
            raise damaged(path, error_message(error)) from None
        stream = Stream(inner, whole.tell, allowance.take)
        yield Source(place, visible(f"{path.name}/{member.filename}"), stream)


def damaged(path: Path, why: str) -> UsageError:
    """Return the error of a damaged file."""
    return UsageError(f"Cannot import {path}: it is damaged ({why}). Export or copy it again.")


def _in_workbook(path: Path, archive: zipfile.ZipFile, allowance: Allowance) -> Iterator[Source]:
    if WORKBOOK not in archive.NameToInfo:
        raise damaged(path, "no workbook in it")
    try:
        sheets = list(read_sheets(archive, path, allowance))
    except DAMAGED as error:
        raise damaged(path, error_message(error)) from None
    for place, sheet in enumerate(sheets):
        stream = Stream(io.BytesIO(), lambda: 0)
        table = Table(_until_damage(sheet.rows, stream), "xlsx", "damaged")
        yield Source(place, visible(f"{path.name}/{sheet.title}"), stream, table)


def _until_damage(rows: Iterator[Row], stream: Stream) -> Iterator[Row]:
    try:
        yield from rows
    except DAMAGED:
        stream.is_truncated = True


def encodings_of(head: bytes) -> tuple[str, ...]:
    """Return the encodings that a text may have by its first bytes, the likeliest first."""
    for mark, name in _BOMS.items():
        if head.startswith(mark):
            return (name,)
    if head.count(0) > len(head) // 4:
        return ("utf-16-le" if head[1:2] == b"\0" else "utf-16-be",)
    try:
        getincrementaldecoder("utf-8")().decode(head)
    except UnicodeDecodeError:
        return ("utf-8",) if _is_mostly_utf_8(head) else _OF_EXCEL
    return ("utf-8",)


def encoding_of(head: bytes) -> str:
    """Return the likeliest encoding of a text by its first bytes."""
    return encodings_of(head)[0]


def _is_mostly_utf_8(head: bytes) -> bool:
    """Whether most lines that are not ASCII are UTF-8: a few of another encoding were mixed in."""
    lines = [line for line in head.split(b"\n") if not line.isascii()]
    valid = sum(
        "\N{REPLACEMENT CHARACTER}" not in line.decode("utf-8", "replace") for line in lines
    )
    return 2 * valid > len(lines)


def lines_of_head(source: Source, encoding: str | None = None) -> list[str]:
    """Return the first lines of a file, the last one only if it is whole."""
    text = source.head.decode(encoding or encoding_of(source.head), "replace")
    lines = text.splitlines()
    return lines if len(source.head) < _HEAD or len(lines) < 2 else lines[:-1]


def header_in(source: Source, encoding: str) -> list[str]:
    """Return the cells of the first row, as they are in an encoding."""
    delimiter, skipped = _beginning(source, encoding)
    lines = lines_of_head(source, encoding)[skipped:]
    with suppress(csv.Error):
        return next(csv.reader(lines, delimiter=delimiter), [])
    return []


def _beginning(source: Source, encoding: str) -> tuple[str, int]:
    """Return the delimiter, and the number of lines before the header, with ``#`` or empty."""
    lines = lines_of_head(source, encoding)
    is_header = (line.strip() and not line.startswith(("#", "sep=")) for line in lines)
    skipped = next((at for at, is_first in enumerate(is_header) if is_first), len(lines))
    filled = list(filter(str.strip, lines[skipped:]))
    for at, line in enumerate(filled):  # a title may be above the header
        unquoted = "".join(line.split('"')[::2])
        delimiter = max(_DELIMITERS, key=unquoted.count)
        if line.startswith(_URLS) and (at or any(delimiter not in each for each in filled)):
            return _NO_DELIMITER, skipped
        if delimiter in unquoted:
            return delimiter, skipped
    return ",", skipped


def table_of(source: Source, encoding: str) -> Table:
    """Return the rows of a file, from its header on."""
    if source.table is not None:
        return source.table
    how = "replace" if encoding.startswith("utf-16") else "surrogateescape"
    text = io.TextIOWrapper(io.BufferedReader(source.stream, 2**20), encoding, how, newline="")
    return Table(_rows(text, *_beginning(source, encoding)), encoding.removesuffix("-sig"))


def _rows(text: io.TextIOWrapper, delimiter: str, skipped: int) -> Iterator[Row]:
    lines = _lines(text)
    for _ in range(skipped):
        next(lines, None)
    reader, line = csv.reader(lines, delimiter=delimiter), skipped
    while True:
        begun = line + 1
        cells: list[str] | None = None
        with suppress(csv.Error):
            if (cells := next(reader, [])) == [] and reader.line_num == line - skipped:
                return
        line = skipped + reader.line_num
        if cells is None or line - begun >= _MOST_LINES:
            yield from ((lost, None) for lost in range(begun, line + 1))
        elif cells:
            yield begun, cells


def _lines(text: io.TextIOWrapper) -> Iterator[str]:
    """Yield the lines, of longer ones their beginning: memory does not grow with a line."""
    while line := text.readline(_LONGEST):
        more = line
        while len(more) == _LONGEST and not more.endswith(("\n", "\r")):
            more = text.readline(_LONGEST)
        yield line
