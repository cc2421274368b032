"""Reader of feeds used as sitemaps: RSS 2.0 and 1.0, Atom 1.0 and 0.3."""

from __future__ import annotations

from datetime import datetime
from email.utils import format_datetime
from typing import TYPE_CHECKING

from sitemap_audit.items import SitemapKind
from sitemap_audit.parsing.dates import Moment, read_any_date, read_w3c
from sitemap_audit.parsing.sitemap.extensions import text_of
from sitemap_audit.parsing.sitemap.names import ATOM, line_of, local_name, split
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
    """Reader of the items of one feed as entries."""

    def __init__(self, sink: Sink, kind: SitemapKind) -> None:
        """Write to ``sink``."""
        self._sink, self._kind = sink, kind
        self._is_atom = kind in (SitemapKind.ATOM1, SitemapKind.ATOM03)

    def read(self, element: _Element, base: int) -> None:
        """Add an item; ``base`` is added to lxml's line numbers."""
        self._sink.entries += 1
        children = {local_name(child.tag): child for child in reversed(element)}
        links = [child for child in element if self._is_link(child)]
        loc = _atom_link(links) if self._is_atom else text_of(links[0]) if links else None
        line = line_of(element, base)
        if loc is None or not loc.strip():
            self._sink.problem(
                "feed-item-without-link",
                f"<{local_name(element.tag)}> without a link",
                "One link to the page",
                line,
                position=self._sink.entries,
            )
        link = None
        # Atom allows links relative to xml:base, and only to that.
        if self._is_atom and (place := element.base):
            link = read_link(loc, place)
            link = link._replace(problem=None) if link.url else link
        date = next((name for name in _DATES[self._kind] if name in children), None)
        written = None if date is None else text_of(children[date])
        moment = self._moment(written, is_mail_date=date == "pubDate")
        self._sink.found.entries.append(
            FoundEntry(self._sink.entries, line, "url", loc, link, written, moment)
        )

    def _moment(self, written: str | None, *, is_mail_date: bool) -> Moment | None:
        """Return what a date means; neither RFC 822 nor Atom allows a date alone to correct it."""
        if written is None or not (is_mail_date or self._is_atom):
            return None
        moment = read_any_date(written) if is_mail_date else read_w3c(written)
        meant = moment.correction
        if moment.problem is None or meant is None or "T" not in meant:
            return moment._replace(correction=None)
        mail_date = format_datetime(datetime.fromisoformat(meant)) if is_mail_date else meant
        return moment._replace(correction=mail_date)

    def _is_link(self, child: _Element) -> bool:
        namespace, name = split(child.tag)
        return name == "link" and (self._is_atom or namespace != ATOM)


def _atom_link(links: list[_Element]) -> str | None:
    wanted = [link for link in links if link.get("rel", "alternate") == "alternate"]
    return wanted[0].get("href") if wanted else None
