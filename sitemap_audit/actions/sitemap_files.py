"""Read received sitemaps, and write corrected ones, split at the limits of the protocol."""

from __future__ import annotations

import gzip
import os
import re
import unicodedata
import zlib
from collections import Counter
from contextlib import ExitStack, contextmanager
from itertools import chain
from pathlib import Path
from typing import IO, TYPE_CHECKING, NamedTuple, cast
from urllib.parse import urlsplit, urlunsplit

import xxhash

from sitemap_audit.errors import AuditError, file_name_in_errors
from sitemap_audit.items import SitemapKind
from sitemap_audit.parsing.decompression import Decompressor
from sitemap_audit.parsing.sitemap.encodings import Encoding, decode, detect
from sitemap_audit.storage.audits import file_name
from sitemap_audit.storage.received import CHUNK, FOLDER

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_DECLARED = re.compile(r"(<\?xml[^>]*?\bencoding\s*=\s*)([\"'])[^\"']*\2")

LONGEST_NAME = 255
"Bytes of a name, which is what file systems allow."
LONGEST_PATH = 800
"Bytes of a path in the output folder, whose own path counts as well: macOS allows 1,024."
_BEGINNING = 50
"Characters that a name with a digest keeps."
_ENDING = re.compile(r"(?:\.\w{1,5}){1,2}$")
_DOT_FOLDERS = frozenset({".well-known"})
"Names with a dot that site owners use; others may be obeyed, as .git and .htaccess are."
_RESERVED = re.compile(r"(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)", re.IGNORECASE)
"Names of devices on Windows, whatever their ending."


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
    """Return the path of a sitemap in the output folder: HOST/PATH.

    What no file system takes for a name, or not every one, is changed. A path that is too long
    becomes HOST/NAME, with a digest of the URL in the name.
    """
    parts = urlsplit(url)
    name = parts.path.rstrip("/") or "/sitemap.xml"
    if parts.query:
        name = f"{name}-{parts.query.replace('/', '_')}"
    words = [_name(word) for word in name.split("/") if word]
    sizes = [len(word.encode()) for word in words]
    if max(sizes) > LONGEST_NAME or sum(sizes) + len(sizes) > LONGEST_PATH:
        last = words[-1]
        ending = found[0] if (found := _ENDING.search(last)) else ""
        beginning = last.removesuffix(ending)[:_BEGINNING]
        words = [f"{beginning}-{xxhash.xxh3_64_hexdigest(url.encode())}{ending}"]
    return Path(_name(file_name(parts.netloc)), *words)


def _name(word: str) -> str:
    """Return a part of a path as a name that is allowed everywhere and hides no file."""
    name = re.sub(r"[^\w.~%-]|\.$", "_", word)
    if name not in _DOT_FOLDERS:
        name = name.lstrip(".") or "_"
    return f"_{name}" if _RESERVED.match(name) else name


class Renamed(NamedTuple):
    """A sitemap whose file does not have the path of its URL."""

    url: str
    expected: str
    "HOST/PATH as in its URL."
    place: str
    "Path in the output folder."


class Folder:
    """The output folder: each sitemap has a place of its own in it."""

    def __init__(self, path: Path | None, taken: Iterable[str] = ()) -> None:
        """Prepare the places of sitemaps.

        Args:
            path: the folder; None to write nothing.
            taken: names of other files in it.
        """
        self._path = path
        self._places: dict[str, Path] = {}
        self._files = {_key(Path(name)) for name in taken}
        self._folders: set[str] = set()
        self._numbers: Counter[Path] = Counter()
        self._written: dict[str, None] = {}
        "URLs of files, in order."

    def place(self, url: str) -> Path:
        """Return the place of a sitemap: HOST/PATH, or HOST-2/PATH if another one is there."""
        if url not in self._places:
            place = wanted = place_of(url)
            host, *rest = wanted.parts
            while self._is_taken(place):
                self._numbers[wanted] += 1
                place = Path(f"{host}-{self._numbers[wanted] + 1}", *rest)
            self._places[url] = place
            self._files.add(_key(place))
            self._folders.update(map(_key, place.parents))
        return self._places[url]

    @contextmanager
    def created(self, url: str, *, is_gzip: bool) -> Iterator[IO[bytes]]:
        """Open the new file of a sitemap to write; errors name it."""
        self._written[url] = None
        with created(self._path and self._path / self.place(url), is_gzip=is_gzip) as file:
            yield file

    def rename(self, url: str, new: str) -> None:
        """Move the file of a sitemap to the place of another URL."""
        del self._written[url]
        self._written[new] = None
        if self._path is not None:
            path = self._path / self.place(new)
            path.parent.mkdir(parents=True, exist_ok=True)
            (self._path / self.place(url)).replace(path)

    def remove(self, url: str) -> None:
        """Remove the file of a sitemap."""
        del self._written[url]
        if self._path is not None:
            (self._path / self.place(url)).unlink()

    def renamed(self) -> Iterator[Renamed]:
        """Yield the files that do not have the path of their URL."""
        for url in self._written:
            parts = urlsplit(url)
            query = f"?{parts.query}" if parts.query else ""
            expected = f"{file_name(parts.netloc)}{parts.path}{query}"
            place = str(self.place(url))
            if place != expected:
                yield Renamed(url, expected, place)

    def _is_taken(self, place: Path) -> bool:
        key = _key(place)
        return key in self._folders or any(
            path in self._files for path in (key, *map(_key, place.parents))
        )


def _key(place: Path) -> str:
    """Return what is equal for two paths of which a file system may make one."""
    return unicodedata.normalize("NFD", unicodedata.normalize("NFD", str(place)).casefold())


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
        self._folder.rename(url, urls[0])
        return urls

    def _next(self) -> None:
        self._stack.close()
        self.parts += 1
        url = self._source.url
        url = url if self.parts == 1 else part_url(url, self.parts, self._mark)
        is_gzip = self._source.is_gzip
        self._file = self._stack.enter_context(self._folder.created(url, is_gzip=is_gzip))
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
