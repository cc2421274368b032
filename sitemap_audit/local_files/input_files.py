"""Find and read the local sitemap files that are audited as if the site already served them.

A robots.txt is read like them if no pages are crawled; pages are crawled by the robots.txt of the
live site.
"""

from __future__ import annotations

import gzip
import os
import re
import sys
import tempfile
import zlib
from contextlib import contextmanager
from io import TextIOWrapper
from pathlib import Path
from typing import IO, TYPE_CHECKING, NamedTuple, NoReturn
from urllib.parse import quote

from sitemap_audit.errors import UsageError
from sitemap_audit.local_files.hosting.built_files import is_published
from sitemap_audit.masking import quoted, visible
from sitemap_audit.parsing import urls

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

STDIN = "-"
_SUFFIXES = re.compile(r"\.(xml|txt|rss|atom)(\.gz)?", re.IGNORECASE)
_NO_HOST = re.compile(r"\.(xml|txt|csv|rss|atom|gz)", re.IGNORECASE)
"File extensions that are not a top-level domain."
_ROOT = re.compile(rb"<([\w.-]+:)?(urlset|sitemapindex)[\s/>]")
_BEGINNING = 4096
_CHUNK = 2**20


# Local files are copied into the audit's folder: what has no end must not fill the disk.
MAX_LINES = 10_000_000
"Lines of a URL list: as many pages take weeks to crawl."
MAX_BYTES = 2 * 2**30
"Bytes of standard input, or of all files of a target: a thousand full sitemaps, compressed."


class LocalFile(NamedTuple):
    """A local file that is read instead of requesting a URL."""

    path: Path
    url: str
    is_sitemap: bool = True
    "If false, it is read only if a sitemap index or robots.txt lists it, or as robots.txt."
    content: IO[bytes] | None = None
    "Standard input as an unnamed temporary file, deleted with this process."
    list_of: str | None = None
    "For a URL list: the site if all URLs have the same host, otherwise the file name."
    name: str = ""
    "For a URL list: the file name."

    @property
    def is_robots(self) -> bool:
        """Whether it is the robots.txt of its host."""
        return self.url == f"{urls.origin(self.url)}/robots.txt"


def is_local(written: str) -> bool:
    """Return whether a target is a local path: ``-``, ``.``, ``./public/``, ``sitemap.xml``."""
    if written in {STDIN, ".", ".."} or written.startswith(("./", "../", "/", "~", ".\\")):
        return True
    if "://" in written:
        return False
    first = written.split("/")[0]
    if not _exists(written):  # it may be mistyped
        return _NO_HOST.fullmatch(Path(first).suffix) is not None
    return Path(written).is_file() or "." not in first


def _exists(path: str | Path) -> bool:
    """Return whether a file exists; false for names that are too long."""
    return os.path.exists(path)  # noqa: PTH110 - pathlib's raises where a name is too long


def read_local(written: str, base: str | None) -> list[LocalFile]:
    """Return the files of a path, or of ``-`` (standard input).

    Args:
        base: URL of the folder, or of the folder that contains the file. A URL list (a text
            file or standard input) needs none; without one it is not treated as a sitemap.

    Raises:
        UsageError: the file does not exist, contains no sitemap or is too large, or its URL is not
            known.
    """
    if written == STDIN:
        return [_read_stdin(base)]
    path = Path(written).expanduser()
    if not _exists(path):
        raise UsageError(
            f"Cannot read {quoted(written)}: no such file. Check the path, or pass a URL such as"
            " https://www.example.com."
        )
    if not path.is_file() and not path.is_dir():  # a device, or a pipe that may never end
        raise UsageError(
            f"Cannot read {written}: not a file or a folder. Pipe its content in:"
            f" sitemap-audit - < {written}"
        )
    try:
        files = _read_folder(path, written, base) if path.is_dir() else [_read_file(path, base)]
        for file in files:
            file.path.open("rb").close()
        _refuse_large(written, size=sum(file.path.stat().st_size for file in files))
    except OSError as error:
        raise UsageError(
            f"Cannot read {error.filename}: {error.strerror}. Check the path and its permissions."
        ) from None
    return files


def _refuse_large(what: object, *, lines: int = 0, size: int = 0) -> None:
    if lines > MAX_LINES or size > MAX_BYTES:
        most = f"{MAX_LINES:,} lines" if lines > MAX_LINES else f"{MAX_BYTES:,} bytes"
        raise UsageError(f"{what} has more than {most}; nothing is audited. Pass a part of it.")


def _read_stdin(base: str | None) -> LocalFile:
    """Copy standard input to a temporary file, within the limits."""
    name = "standard input"
    if sys.stdin is None:
        raise UsageError(
            "Cannot read URLs from standard input: it is closed. Pipe a list in, or pass the path"
            " of a file."
        )
    with _told("Temporary files cannot be written", tempfile.gettempdir):
        file = tempfile.TemporaryFile()  # noqa: SIM115 - the caller's
    lines = size = 0
    while chunk := _next_of_stdin():
        lines, size = lines + chunk.count(b"\n"), size + len(chunk)
        _refuse_large("Standard input", lines=lines, size=size)
        with _told("Standard input cannot be kept", tempfile.gettempdir):
            file.write(chunk)
            file.flush()
    if base:
        return LocalFile(Path(name), f"{folder_url(base)}urls.txt", content=file)
    return _read_list(Path(name), file, "urls.txt")


def _next_of_stdin() -> bytes:
    with _told("Standard input cannot be read"):
        return sys.stdin.buffer.read(_CHUNK)


@contextmanager
def _told(what: str, place: Callable[[], str] | None = None) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        where = f" in {place()}" if place else ""
        raise UsageError(f"{what}{where}: {error.strerror or error}.") from None


def _read_file(path: Path, base: str | None) -> LocalFile:
    if not base and path.name.lower().endswith(".txt"):
        _refuse_large(path, size=path.stat().st_size)
        with path.open("rb") as file:
            lines = sum(chunk.count(b"\n") for chunk in iter(lambda: file.read(_CHUNK), b""))
            _refuse_large(path, lines=lines)
            return _read_list(path, file)._replace(content=None)
    start = folder_url(base) or _no_base(path)
    return LocalFile(path, start + _quote(path.name))


def _read_list(path: Path, content: IO[bytes], file_name: str = "") -> LocalFile:
    """Read a URL list; its own URL is on the site of its first URL."""
    first: str | None = None
    list_of, name = "", visible(path.name)
    for site in _sites(content):
        first = first or site
        list_of = first if urls.host(site) == urls.host(first) else name
        if list_of == name:
            break
    if first is None:
        raise UsageError(
            f"{name.capitalize() if file_name else name} holds no URL such as"
            " https://www.example.com/. Write one on each line; paths need --base."
        )
    url = first + _quote(file_name or path.name)
    return LocalFile(path, url, content=content, list_of=list_of, name=name)


def _read_folder(path: Path, written: str, base: str | None) -> list[LocalFile]:
    files = list(_below(path, folder_url(base) or _no_base(written)))
    if not any(file.is_sitemap for file in files):
        raise UsageError(
            f"{written} holds no sitemap: no file has 'sitemap' in its name or begins with <urlset>"
            " or <sitemapindex>. Check the path."
        )
    return files


def folder_url(written: str | None) -> str | None:
    """Return a base URL with a trailing slash."""
    if written is None:
        return None
    link = urls.read_link(written if "://" in written else f"https://{written}")
    if link.url is None or "?" in link.url:
        raise UsageError(f"base is {written!r}; it must be a URL such as https://www.example.com.")
    return link.url if link.url.endswith("/") else f"{link.url}/"


def _sites(content: IO[bytes]) -> Iterator[str]:
    """Yield the site of each URL in a text file."""
    content.seek(0)
    text = TextIOWrapper(content, encoding="utf-8-sig", errors="replace")
    try:
        is_start = True
        while line := text.readline(urls.MAX_LENGTH):  # a line may be as long as the file
            if is_start and (url := urls.read_link(line.strip()).url) is not None:
                yield f"{urls.origin(url)}/"
            is_start = line.endswith("\n")
    finally:
        text.detach()


def _no_base(what: object) -> NoReturn:
    raise UsageError(
        f"The URL of {what} is not known. Pass the URL of its folder with --base, such as"
        " --base https://www.example.com."
    )


def _below(folder: Path, base: str) -> Iterator[LocalFile]:
    inside = folder.resolve()
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if not _SUFFIXES.search(path.name) or not path.is_file():
            continue
        # A folder with a dot may hold an earlier audit: .sitemap-audit/
        is_of_site = all(map(is_published, name.split("/")))
        if is_of_site and path.resolve().is_relative_to(inside):
            is_sitemap = name != "robots.txt" and _is_sitemap(path) and not _is_copy(path)
            file = LocalFile(path, base + _quote(name), is_sitemap=is_sitemap)
            if name != "robots.txt" or file.is_robots:  # below the root of a host it has no effect
                yield file


def _quote(name: str) -> str:
    """Return a file name for a URL: bytes that are not UTF-8 are escaped like all others."""
    return quote(name, errors="surrogateescape")


def _is_sitemap(path: Path) -> bool:
    return "sitemap" in path.name.lower() or _ROOT.search(_beginning(path)) is not None


def _is_copy(path: Path) -> bool:
    """Return whether a file is the one beside it, compressed, as MkDocs writes ``sitemap.xml.gz``.

    https://github.com/mkdocs/mkdocs/blob/1.6.1/mkdocs/commands/build.py
    """
    original = path.with_suffix("")
    if path.suffix.lower() != ".gz" or not original.is_file():
        return False
    try:
        with gzip.open(path) as packed, original.open("rb") as plain:
            while (chunk := plain.read(_CHUNK)) == packed.read(len(chunk) or 1):
                if not chunk:
                    return True
    except (gzip.BadGzipFile, EOFError, zlib.error):
        pass
    return False


def _beginning(path: Path) -> bytes:
    with path.open("rb") as file:
        packed = file.read(_BEGINNING)
    if not packed.startswith(b"\x1f\x8b"):
        return packed
    try:
        return zlib.decompressobj(wbits=zlib.MAX_WBITS | 16).decompress(packed, _BEGINNING)
    except zlib.error:
        return b""


def paths_in_repository(files: Iterable[LocalFile]) -> dict[str, str]:
    """Return the path of each local sitemap and robots.txt by its URL."""
    return {
        file.url: path_in_repository(file.path)
        for file in files
        if (file.is_sitemap or file.is_robots) and file.content is None and file.list_of is None
    }


def path_in_repository(path: Path) -> str:
    """Return a path relative to the Git repository that contains it, or to the working directory.

    It is absolute if the file is in neither.
    """
    full = path.resolve()
    above = (folder for folder in (full, *full.parents) if (folder / ".git").exists())
    root = next(above, Path.cwd())
    return (full.relative_to(root) if full.is_relative_to(root) else full).as_posix()
