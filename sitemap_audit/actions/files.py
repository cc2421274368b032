"""Read received sitemaps, and write corrected ones, split at the limits of the protocol."""

from __future__ import annotations

import gzip
import os
import re
import zlib
from contextlib import ExitStack, contextmanager
from itertools import chain
from pathlib import Path
from typing import IO, TYPE_CHECKING, NamedTuple, cast
from urllib.parse import urlsplit, urlunsplit

from sitemap_audit.errors import AuditError, file_name_in_errors
from sitemap_audit.items import SitemapKind
from sitemap_audit.parsing.decompression import Decompressor
from sitemap_audit.parsing.sitemap.encodings import Encoding, decode, detect
from sitemap_audit.storage.audits import file_name
from sitemap_audit.storage.received import CHUNK, FOLDER

if TYPE_CHECKING:
    from collections.abc import Iterator

_DECLARED = re.compile(r"(<\?xml[^>]*?\bencoding\s*=\s*)([\"'])[^\"']*\2")


class Limits(NamedTuple):
    """Limits of a sitemap file (https://www.sitemaps.org/protocol.html)."""

    entries: int = 50_000
    bytes: int = 52_428_800
    "Uncompressed."


class Source(NamedTuple):
    """A sitemap as it was received."""

    id: int
    url: str
    kind: str
    entries: int
    "Number of <url> elements or lines."
    children: int
    "Number of <sitemap> elements."
    compression: str | None
    content_encoding: str | None
    received_hash: str | None

    @property
    def is_gzip(self) -> bool:
        """Whether the file is compressed itself, whatever the server does."""
        return urlsplit(self.url).path.endswith(".gz") or self.compression is not None

    def body(self, audit: Path) -> Iterator[bytes]:
        """Yield its decompressed bytes.

        Raises:
            AuditError: it is damaged.
            OSError: it cannot be read.
        """
        path = audit / FOLDER / f"{self.received_hash}.gz"
        try:
            with file_name_in_errors(path), gzip.open(path, "rb") as file:
                yield from Decompressor(
                    iter(lambda: file.read(CHUNK), b""), content_encoding=self.content_encoding
                )
        except (gzip.BadGzipFile, EOFError, zlib.error):
            raise AuditError(
                f"Cannot read {path}: it is damaged. Restore it from a copy, or audit again."
            ) from None

    def utf8(self, audit: Path) -> Iterator[bytes]:
        """Yield its text as UTF-8, without a byte order mark.

        An XML file begins with its first character that is no white space.

        Raises:
            AuditError: it is damaged.
            OSError: it cannot be read.
        """
        chunks = self.body(audit)
        first = next(chunks, b"")
        texts = _recoded(chain([first], chunks), detect(first))
        if self.kind != SitemapKind.TEXT:
            yield next(filter(None, (text.lstrip() for text in texts)), b"")
        yield from texts


def _recoded(chunks: Iterator[bytes], encoding: Encoding) -> Iterator[bytes]:
    if encoding.codec == "utf-8":
        yield next(chunks)[encoding.bom :]
        yield from chunks
        return
    texts = decode(chunks, encoding)
    yield _DECLARED.sub(r"\1\2UTF-8\2", next(texts, ""), count=1).encode()
    yield from (text.encode() for text in texts)


def place_of(url: str) -> Path:
    """Return the path of a sitemap in the output folder: HOST/PATH."""
    parts = urlsplit(url)
    name = parts.path.rstrip("/") or "/sitemap.xml"
    if parts.query:
        name = f"{name}-{parts.query.replace('/', '_')}"
    words = [re.sub(r"[^\w.~%-]", "_", word) for word in name.split("/") if word]
    return Path(file_name(parts.netloc), *(word.lstrip(".")[:150] or "_" for word in words))


class Folder:
    """The output folder: each sitemap has a place of its own in it."""

    def __init__(self, path: Path | None) -> None:
        """Without a path, nothing is written."""
        self._path = path
        self._places: dict[str, Path] = {}
        self._folders: set[Path] = set()

    def place(self, url: str) -> Path:
        """Return the place of a sitemap: HOST/PATH, or HOST-2/PATH if another one is there."""
        if url not in self._places:
            place = place_of(url)
            host, *rest = place.parts
            number = 1
            while self._is_taken(place):
                number += 1
                place = Path(f"{host}-{number}", *rest)
            self._places[url] = place
            self._folders.update(place.parents)
        return self._places[url]

    def path(self, url: str) -> Path | None:
        """Return the path of a sitemap; None if nothing is written."""
        return None if self._path is None else self._path / self.place(url)

    def _is_taken(self, place: Path) -> bool:
        taken = self._places.values()
        return place in self._folders or any(path in taken for path in (place, *place.parents))


def part_url(url: str, number: int, mark: str = "-") -> str:
    """Return the URL of a part of a sitemap: ``/sitemap-2.xml`` of ``/sitemap.xml``."""
    parts = urlsplit(url)
    stem, dot, end = parts.path.partition(".")
    if "/" in end:  # the dot is in a folder
        folder, _, name = parts.path.rpartition("/")
        stem, dot, end = name.partition(".")
        stem = f"{folder}/{stem}"
    path = f"{stem}{mark}{number}{dot}{end}"
    return urlunsplit((parts.scheme, parts.netloc, path, parts.query, ""))


class SitemapWriter:
    """Writes the parts of a sitemap: one, unless it is longer than a file may be."""

    def __init__(self, folder: Folder, source: Source, limits: Limits | None, mark: str) -> None:
        """Write into ``folder``.

        Args:
            limits: None to write one file, of any size.
            mark: what stands before the number of a part.
        """
        self._folder, self._source, self._limits, self._mark = folder, source, limits, mark
        self._head, self._end = b"", b""
        self._file: IO[bytes] | None = None
        self._stack = ExitStack()
        self._size = self._count = 0
        self.parts = 0
        "Files written."
        self.entries = 0

    def begin(self, head: bytes, end: bytes) -> None:
        """Begin the first part.

        Args:
            head: what stands before the entries, in each part.
            end: what ends a part that is not the last.
        """
        self._head, self._end = head, end
        self._next()

    def add(self, before: bytes, entry: bytes) -> None:
        """Add an entry; ``before`` is the white space before it."""
        size = self._size + len(before) + len(entry) + len(self._end)
        if (
            self._limits
            and self._count
            and (self._count >= self._limits.entries or size > self._limits.bytes)
        ):
            self._write(self._end)
            self._next()
        self._write(before)
        self._write(entry)
        self._count += 1
        self.entries += 1

    def add_blank(self, line: bytes) -> None:
        """Add what is no entry."""
        self._write(line)

    def close(self, rest: bytes) -> list[str]:
        """Write the end; return the URLs of the parts: that of the sitemap, if there is one."""
        self._write(rest)
        self._stack.close()
        url = self._source.url
        if self.parts == 1:
            return [url]
        urls = [part_url(url, number, self._mark) for number in range(1, self.parts + 1)]
        path, first = self._folder.path(url), self._folder.path(urls[0])
        if path is not None and first is not None:
            first.parent.mkdir(parents=True, exist_ok=True)
            path.replace(first)
        return urls

    def _next(self) -> None:
        self._stack.close()
        self.parts += 1
        url = self._source.url
        url = url if self.parts == 1 else part_url(url, self.parts, self._mark)
        path = self._folder.path(url)
        self._file = self._stack.enter_context(created(path, is_gzip=self._source.is_gzip))
        self._size = self._count = 0
        self._write(self._head)

    def _write(self, data: bytes) -> None:
        assert self._file is not None
        self._file.write(data)
        self._size += len(data)


@contextmanager
def created(path: Path | None, *, is_gzip: bool) -> Iterator[IO[bytes]]:
    """Open a new file to write; errors name it. Without a path, nothing is written."""
    if path is None:
        with Path(os.devnull).open("wb") as nothing:
            yield nothing
        return
    with file_name_in_errors(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("xb") as raw:
            if is_gzip:
                with gzip.GzipFile("", "wb", 6, raw, mtime=0) as file:
                    yield cast("IO[bytes]", file)
            else:
                yield raw
