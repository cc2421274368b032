"""What a host serves for a path, by the rules that most hosts have in common."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, NamedTuple
from urllib.parse import quote_from_bytes, unquote_to_bytes, urlsplit

import xxhash

from sitemap_audit.local_files.hosting.built_files import BuiltFiles, is_published, state_of
from sitemap_audit.local_files.hosting.media_types import content_type_of

if TYPE_CHECKING:
    from pathlib import Path

INDEX = "index.html"
_NOT_FOUND = "404.html"


class HeaderLine(NamedTuple):
    """A header as a file of rules of the site has it."""

    name: str
    value: str
    file: Path
    line: int
    "From 1."


@dataclass(frozen=True, slots=True)
class Served:
    """What a host responds to a request."""

    status: int
    "HTTP status code; 0 if it is unclear."
    file: Path | None = None
    "The body; None if it has none of the folder."
    location: str | None = None
    "Target of a redirect as the header gives it: a path of the host, or a URL."
    headers: tuple[tuple[str, str], ...] = ()
    "Content-Type, and what the site's own rules add. Location is not among them."
    by_rules: tuple[HeaderLine, ...] = ()
    "Where the site's rules write headers, if they have lines."
    unclear: str | None = None
    "Why nothing is known of it, as a clause: the page is not checked. None if it is known."


class Hosting:
    """A folder as a host serves it.

    Args:
        base: URL of the folder.

    Raises:
        UsageError: the folder, or a file of rules in it, cannot be read.
    """

    title: ClassVar[str]
    "Its name in sentences."
    domain: ClassVar[str | None] = None
    "Domain below which it gives each site a name."
    own_files: ClassVar[tuple[str, ...]] = ()
    "Files of a site, in the folder or beside it, by which only this host is configured."
    charset: ClassVar[str | None] = "utf-8"
    "What is added to the Content-Type of texts."
    not_published: ClassVar[frozenset[str]] = frozenset()
    "Files at the root that configure the host."
    reads_beside: tuple[str, ...] = ()
    "Files and folders beside the folder that configure the host."

    def __init__(self, folder: Path, base: str) -> None:
        url = urlsplit(base)
        self.host = url.hostname or ""
        self.beside = folder.resolve().parent
        "The folder that contains it: of a built site, often the root of the project."
        self.above = url.path.rstrip("/")
        "Path of the folder on its host, without a slash at the end."
        self.files = BuiltFiles(folder)
        self.recognized_by: str | None = None
        "By what the host was recognized; None if the user named it, or it is not known."
        self.not_understood: tuple[str, ...] = ()
        "A sentence for each rule of the site that is not applied, with its file and line."

    @property
    def state(self) -> str:
        """A hash of what is served: of the folder, and of what beside it configures the host."""
        states = [self.files.state, *(state_of(self.beside / name) for name in self.reads_beside)]
        return xxhash.xxh3_128_hexdigest("\0".join(states).encode())

    def serve(self, target: str) -> Served:
        """Return what the host responds.

        Args:
            target: path and query as they are requested, percent-encoded.
        """
        written, mark, query = target.partition("#")[0].partition("?")
        below = written.removeprefix(self.above)
        if not written.startswith(self.above) or (below and not below.startswith("/")):
            return Served(0, unclear=f"the folder holds only URLs below {self.above}/")
        if self.above and not below:
            why = "hosts differ in what they serve for a folder without a slash at its end"
            return Served(0, unclear=why)
        path, unclear = _decoded(below)
        if unclear:
            return Served(0, unclear=unclear)
        return self.respond(path, mark + query)

    def respond(self, path: str, query: str) -> Served:
        """Return what the host responds for a decoded path in the folder.

        Args:
            path: begins with a slash.
            query: with its question mark; empty if there is none.
        """
        raise NotImplementedError

    def has(self, name: str) -> bool:
        """Whether the host publishes a file of this path."""
        return name in self.files and name not in self.not_published

    def found(self, name: str, status: int = 200) -> Served:
        """Return the response with a file."""
        headers = (("Content-Type", content_type_of(name, self.charset)),)
        return Served(status, self.files[name], headers=headers)

    def moved(self, path: str, query: str) -> Served:
        """Return a redirect to another path in the folder, which keeps the query."""
        return Served(301, location=self.above + encoded(path) + query)

    def not_found(self) -> Served:
        """Return 404 with the site's own page, if it has one."""
        return self.found(_NOT_FOUND, 404) if self.has(_NOT_FOUND) else Served(404)


def encoded(path: str) -> str:
    """Return a decoded path as it stands in a URL."""
    return quote_from_bytes(os.fsencode(path), "/:@!$&'()*+,;=~")


def _decoded(written: str) -> tuple[str, str | None]:
    """Return a decoded path, or why no documentation says what a host makes of it.

    Browsers and crawlers resolve dot segments before they request a URL
    (https://url.spec.whatwg.org/#path-state): no link leads to one.
    """
    segments = [os.fsdecode(unquote_to_bytes(part)) for part in written.split("/")[1:]] or [""]
    if any(sign in part for part in segments for sign in "/\\\0"):
        return "", "hosts differ in what they serve for an encoded slash, a backslash or NUL"
    if "" in segments[:-1]:
        return "", "hosts differ in what they serve for two slashes in a row"
    if {".", ".."} & {*segments}:
        return "", "hosts differ in what they serve for dot segments"
    if not all(map(is_published, segments)):
        return "", "hosts differ in whether they publish names that begin with a dot"
    return "/" + "/".join(segments), None


class PlainServer(Hosting):
    """A plain web server: nginx with ``try_files $uri $uri.html $uri/ =404``.

    ====================== =====================================================================
    ``/x/``                ``x/index.html``
    ``/x``                 the file, else ``x.html``, else a redirect (301) to ``/x/``
    a missing file         404, with ``404.html`` if there is one (``error_page 404 /404.html``)
    Content-Type           by the extension, without a charset: nginx and Apache add none by
                           default
    ====================== =====================================================================

    Documentation: https://nginx.org/en/docs/http/ngx_http_core_module.html#try_files; the redirect
    to a folder also https://httpd.apache.org/docs/current/mod/mod_dir.html#directoryslash.
    """

    title = "a plain web server"
    charset: ClassVar[str | None] = None

    def respond(self, path: str, query: str) -> Served:
        """Return the file, a redirect to the folder, or 404."""
        name = path[1:]
        candidates = (f"{name}{INDEX}",) if path.endswith("/") else (name, f"{name}.html")
        for page in candidates:
            if self.has(page):
                return self.found(page)
        if not path.endswith("/") and self.has(f"{name}/{INDEX}"):
            return self.moved(f"{path}/", query)
        return self.not_found()
