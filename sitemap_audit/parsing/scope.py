"""Scope of an audit: ``--include`` and ``--exclude``, globs matched against the whole URL.

``*`` matches any text including ``/``, ``?`` one character, ``[ab]`` one of several, as in
:mod:`fnmatch`.
"""

from __future__ import annotations

import re
from fnmatch import translate
from string import punctuation
from typing import TYPE_CHECKING
from urllib.parse import quote

from sitemap_audit.parsing import urls

if TYPE_CHECKING:
    from collections.abc import Iterable

NOT_INCLUDED = "not-included"
EXCLUDED = "excluded"
_PLACE = re.compile(r"[^:/]*://[^/]*")
"Scheme and host, with their wildcards."


class UrlScope:
    """The URLs that some globs include and others do not exclude."""

    def __init__(self, include: Iterable[str] = (), exclude: Iterable[str] = ()) -> None:
        """Include URLs that match ``include`` (all if empty) and do not match ``exclude``."""
        self._include, self._exclude = _compiled(include), _compiled(exclude)
        self.is_everything = self._include is None and self._exclude is None
        "Whether every URL is in scope."

    def why_left_out(self, url: str) -> str:
        """Return why a URL in normal form is out of scope; empty if it is in scope."""
        if self._exclude is not None and self._exclude.match(url):
            return EXCLUDED
        if self._include is not None and not self._include.match(url):
            return NOT_INCLUDED
        return ""

    def __contains__(self, url: str) -> bool:
        """Return whether a URL is in scope."""
        return self.is_everything or not self.why_left_out(url)


def _compiled(globs: Iterable[str]) -> re.Pattern[str] | None:
    patterns = [translate(_normal(glob)) for glob in globs]
    return re.compile("|".join(patterns)) if patterns else None


def _normal(glob: str) -> str:
    """Return a glob in the normal form of URLs: host in lower-case ASCII, letters escaped."""
    place = _PLACE.match(glob)
    host = place[0] if place else ""
    path = quote(glob.removeprefix(host), safe=punctuation)
    path = urls.ESCAPES.sub(lambda escapes: escapes[0].upper(), path)
    if not host.isascii():
        host = (urls.read_link(f"{host}/").url or host).rstrip("/")
    return host.lower() + path


EVERYTHING = UrlScope()
