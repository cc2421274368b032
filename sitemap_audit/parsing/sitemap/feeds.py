"""Items of feeds that serve as sitemaps: RSS 2.0 and 1.0, Atom 1.0 and 0.3."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sitemap_audit.items import SitemapKind
from sitemap_audit.parsing.dates import DateProblem, Moment, read_any_date, read_w3c
from sitemap_audit.parsing.sitemap.extensions import text_of
from sitemap_audit.parsing.sitemap.names import ATOM, line_of, local_name
from sitemap_audit.parsing.sitemap.rows import FoundEntry
from sitemap_audit.parsing.urls import read_link

if TYPE_CHECKING:
    from lxml.etree import _Element

    from sitemap_audit.parsing.sitemap.sink import Sink

_DATES = {
    SitemapKind.RSS2: ("pubDate", "date"),
    SitemapKind.RSS1: ("date",),
    SitemapKind.ATOM1: ("updated", "published"),
    SitemapKind.ATOM03: ("modified", "issued"),
}
"Elements that say when an item changed, the best first."


class FeedReader:
    """Makes an entry of each item of one feed."""

    def __init__(self, sink: Sink, kind: SitemapKind) -> None:
        """Add to ``sink``."""
        self._sink, self._kind = sink, kind
        self._is_atom = kind in (SitemapKind.ATOM1, SitemapKind.ATOM03)

    def read(self, element: _Element, base: int) -> None:
        """Add an item; ``base`` is added to lxml's line numbers."""
        self._sink.entries += 1
        loc = self._atom_link(element) if self._is_atom else _rss_link(element)
        line = line_of(element, base)
        if loc is None or not loc.strip():
            self._sink.problem(
                "feed-item-without-link",
                f"<{local_name(element.tag)}> without a link",
                expected="one link to the page",
                line=line,
                position=self._sink.entries,
            )
        # Atom allows links relative to xml:base, and only to that.
        place = element.base if self._is_atom else None
        link = read_link(loc, place)
        if link.url and place:
            link = link._replace(problem=None)
        written, moment = self._date(element)
        self._sink.found.entries.append(
            FoundEntry(self._sink.entries, line, "url", loc, link, written, moment)
        )

    def _atom_link(self, element: _Element) -> str | None:
        links = [child for child in element if local_name(child.tag) == "link"]
        wanted = [link for link in links if link.get("rel", "alternate") == "alternate"]
        return wanted[0].get("href") if wanted else None

    def _date(self, element: _Element) -> tuple[str | None, Moment]:
        for name in _DATES[self._kind]:
            for child in element:
                if local_name(child.tag) == name:
                    written = text_of(child)
                    return written, _read_date(written, is_mail=name == "pubDate")
        return None, Moment(None, None, None)


def _rss_link(element: _Element) -> str | None:
    for child in element:
        if local_name(child.tag) == "link" and not child.tag.startswith(f"{{{ATOM}}}"):
            return text_of(child)
    return None


def _read_date(written: str, *, is_mail: bool) -> Moment:
    moment = read_any_date(written) if is_mail else read_w3c(written)
    if is_mail and moment.problem is DateProblem.MAIL_DATE:
        return moment._replace(problem=None)
    return moment
