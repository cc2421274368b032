"""Sitemaps on this machine, as if the site had them already.

They are copied into the audit's folder when it begins, by the URLs that they stand for. A
request for such a URL gets the copy as its response (see
:mod:`sitemap_audit.middlewares.local_files`); nothing else is ever read from disk, whatever a
sitemap lists.
"""

from __future__ import annotations

import re
import shutil
import sys
import tempfile
import zlib
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, NoReturn
from urllib.parse import quote, unquote

from sitemap_audit.errors import UsageError
from sitemap_audit.parsing import urls

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

FOLDER = "given"
STDIN = "-"
_SUFFIXES = re.compile(r"\.(xml|txt|rss|atom)(\.gz)?", re.IGNORECASE)
_NO_HOST = re.compile(r"\.(xml|txt|csv|rss|atom|gz)", re.IGNORECASE)
"Endings of files that no host's name has."
_ROOT = re.compile(rb"<([\w.-]+:)?(urlset|sitemapindex)[\s/>]")
_BEGINNING = 4096


class LocalFile(NamedTuple):
    """A file that is read in place of a URL."""

    path: Path
    url: str
    is_sitemap: bool = True
    "Else it is read only where an index lists it."
    is_temporary: bool = False
    list_of: str | None = None
    "Of a list of URLs: the site, where all are of one host, else the name of the file."
    name: str = ""
    "Of a list of URLs: the name of the file."


def is_local(written: str) -> bool:
    """Whether a target is meant to be on this machine: ``-``, ``./public/``, ``sitemap.xml``."""
    if written == STDIN or written.startswith(("./", "../", "/", "~", ".\\")):
        return True
    if "://" in written:
        return False
    first = written.split("/")[0]
    if not Path(written).exists():  # it may be mistyped
        return _NO_HOST.fullmatch(Path(first).suffix) is not None
    return Path(written).is_file() or "." not in first


def read_local(written: str, base: str | None) -> list[LocalFile]:
    """The files that a path, or ``-`` for standard input, stands for.

    Args:
        base: URL that the folder is to have, or that of the file's folder. A list of URLs, in
            a text file or on standard input, needs none, and is no sitemap then.

    Raises:
        UsageError: there is no such file, it holds no sitemap, or it is not known where it belongs.
    """
    if written == STDIN:
        return [_read_stdin(base)]
    path = Path(written).expanduser()
    if not path.exists():
        raise UsageError(f"{written} is neither a file or folder nor the address of a site.")
    try:
        files = _read_folder(path, written, base) if path.is_dir() else [_read_file(path, base)]
        for file in files:
            file.path.open("rb").close()
    except OSError as error:
        raise UsageError(f"{error.filename} cannot be read: {error.strerror}.") from None
    return files


def _read_stdin(base: str | None) -> LocalFile:
    with tempfile.NamedTemporaryFile(delete=False) as file:
        shutil.copyfileobj(sys.stdin.buffer, file)
    path = Path(file.name)
    if base:
        return LocalFile(path, f"{_base(base)}urls.txt", is_temporary=True)
    return _read_list(path, "standard input", "urls.txt")._replace(is_temporary=True)


def _read_file(path: Path, base: str | None) -> LocalFile:
    if not base and path.name.lower().endswith(".txt"):
        return _read_list(path, path.name)
    start = _base(base) or _no_base(path)
    return LocalFile(path, start + quote(path.name))


def _read_list(path: Path, name: str, file_name: str = "") -> LocalFile:
    """A list of URLs, which stands for a file of the site of the first one."""
    first: str | None = None
    list_of = ""
    for site in _sites(path):
        first = first or site
        list_of = first if urls.host(site) == urls.host(first) else name
        if list_of == name:
            break
    if first is None:
        _no_base(name)
    return LocalFile(path, first + quote(file_name or name), list_of=list_of, name=name)


def _read_folder(path: Path, written: str, base: str | None) -> list[LocalFile]:
    files = list(_below(path, _base(base) or _no_base(written)))
    if not any(file.is_sitemap for file in files):
        raise UsageError(
            f"{written} holds no sitemap: no XML, RSS, Atom or text file that is called so, or"
            " begins with <urlset> or <sitemapindex>."
        )
    return files


def _base(written: str | None) -> str | None:
    """A base URL with a slash at its end."""
    if written is None:
        return None
    link = urls.read_link(written if "://" in written else f"https://{written}")
    if link.url is None or "?" in link.url:
        raise UsageError(
            f"base is {written!r}; it must be an address such as https://www.example.com."
        )
    return link.url if link.url.endswith("/") else f"{link.url}/"


def _sites(path: Path) -> Iterator[str]:
    """The site of each URL of a text file."""
    with path.open(encoding="utf-8-sig", errors="replace") as file:
        for line in file:
            if (url := urls.read_link(line[: urls.MAX_LENGTH].strip()).url) is not None:
                yield f"{urls.origin(url)}/"


def _no_base(what: object) -> NoReturn:
    raise UsageError(
        f"Where does {what} belong? Give its address by --base, such as"
        " --base https://www.example.com."
    )


def _below(folder: Path, base: str) -> Iterator[LocalFile]:
    inside = folder.resolve()
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if not _SUFFIXES.search(path.name) or name == "robots.txt" or not path.is_file():
            continue
        if path.resolve().is_relative_to(inside):
            yield LocalFile(path, base + quote(name), is_sitemap=_is_sitemap(path))


def _is_sitemap(path: Path) -> bool:
    return "sitemap" in path.name.lower() or _ROOT.search(_beginning(path)) is not None


def _beginning(path: Path) -> bytes:
    with path.open("rb") as file:
        packed = file.read(_BEGINNING)
    if not packed.startswith(b"\x1f\x8b"):
        return packed
    try:
        return zlib.decompressobj(wbits=zlib.MAX_WBITS | 16).decompress(packed, _BEGINNING)
    except zlib.error:
        return b""


def keep(files: Iterable[LocalFile], folder: Path) -> None:
    """Copy files into an audit's folder.

    Raises:
        OSError: one cannot be read, or the folder cannot be written.
    """
    for file in files:
        copy = _copy(folder, file.url)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file.path, copy)
        if file.is_temporary:
            file.path.unlink()


def _copy(folder: Path, url: str) -> Path:
    """Where the copy for a URL lies, if there is one: its host, then its path."""
    scheme, _, rest = url.partition("://")
    host, _, path = rest.partition("/")
    return folder / FOLDER / f"{scheme}_{host.replace(':', '_')}" / unquote(path)


def find(folder: Path, url: str) -> Path | None:
    """The copy in an audit's folder for a URL; None where there is none."""
    given = folder / FOLDER
    if not given.is_dir() or "?" in url:
        return None
    copy = _copy(folder, url.partition("#")[0])
    try:
        is_there = copy.is_file() and copy.resolve().is_relative_to(given.resolve())
    except OSError:  # a name that is too long
        return None
    return copy if is_there else None
