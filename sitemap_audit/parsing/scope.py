"""Scope of an audit: ``--include``, ``--exclude`` and ``--sitemap``, ``--sample``, ``--since``.

Globs are matched against the whole URL: ``*`` matches any text including ``/``, ``?`` one
character, ``[ab]`` one of several, as in :mod:`fnmatch`.
"""

from __future__ import annotations

import re
from datetime import datetime
from fnmatch import translate
from string import punctuation
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import quote

from sitemap_audit.parsing import urls

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

NOT_INCLUDED = "not-included"
EXCLUDED = "excluded"
NOT_IN_SITEMAP = "not-in-sitemap"
NOT_SAMPLED = "not-sampled"
NOT_MODIFIED = "not-modified"
FILTERED = "filtered"
SAMPLE_OF_NOT_MODIFIED = "200"
"Sample of the pages that were not modified, with ``--since`` and without ``--sample``."
_PLACE = re.compile(r"[^:/]*://[^/]*")
"Scheme and host, with their wildcards."
_ESCAPES = re.compile(r"(?>(?:%[0-9A-Fa-f][0-9A-Fa-f])+)")


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
    path = _ESCAPES.sub(lambda escapes: escapes[0].upper(), path)
    if not host.isascii():
        host = (urls.read_link(f"{host}/").url or host).rstrip("/")
    return host.lower() + path


EVERYTHING = UrlScope()


class Selection(NamedTuple):
    """Which of the listed pages an audit fetches, by its options."""

    scope: UrlScope = EVERYTHING
    "By ``--include`` and ``--exclude``."
    sitemaps: UrlScope = EVERYTHING
    "Sitemaps whose pages are fetched."
    sample: str | None = None
    "Number of pages to choose, or share of them such as ``5%``; None for all."
    seed: int = 0
    since: datetime | None = None
    """With its time zone. Pages with an earlier lastmod are left out, but for the sample;
    None if the date of lastmod does not matter."""

    @property
    def needs_all_sitemaps(self) -> bool:
        """Whether pages can be chosen only when all sitemaps have been read."""
        return not (self.sitemaps.is_everything and self.sample is None and self.since is None)


def read_selection(options: Mapping[str, Any], since: str | None) -> Selection:
    """Make the selection of an audit.

    Args:
        options: as in run.json.
        since: the date that ``since`` in the options stands for, as in run.json.
    """
    sample = options.get("sample")
    if options.get("since"):
        sample = (sample or SAMPLE_OF_NOT_MODIFIED) if since else None
    return Selection(
        UrlScope(options.get("include") or (), options.get("exclude") or ()),
        UrlScope(options.get("sitemap") or ()),
        sample,
        options.get("seed") or 0,
        datetime.fromisoformat(since) if since else None,
    )
