"""The response headers of a page."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any, NamedTuple

from sitemap_audit.parsing.cleaning import MAX_URL, clean
from sitemap_audit.parsing.dates import read_http_date
from sitemap_audit.parsing.page.html import MAX_ANNOTATIONS, pieces
from sitemap_audit.parsing.page.link_header import HeaderLink, read_links
from sitemap_audit.parsing.page.robots_meta import Directive, read_header

if TYPE_CHECKING:
    from collections.abc import Iterable


class Headers:
    """Response headers, with case-insensitive names."""

    def __init__(self, pairs: Iterable[tuple[str, str]]) -> None:
        """Store names and values in the order received."""
        self._values: dict[str, list[str]] = defaultdict(list)
        for name, value in pairs:
            self._values[name.lower()].append(value)
        self.joined = {name: ", ".join(values) for name, values in self._values.items()}

    def first(self, name: str) -> str | None:
        """Return the first value, without surrounding space."""
        return clean(self._values[name][0].strip(), MAX_URL) if name in self._values else None

    def every(self, name: str) -> list[str]:
        """Return all values, as received."""
        return self._values.get(name, [])

    def facts(self) -> dict[str, Any]:
        """Return the headers that are stored, by column name of the pages table."""
        return {
            "content_type": clean(media_type(self.first("content-type"))),
            "server": clean(self.first("server")),
            "last_modified": clean(self.first("last-modified")),
            "last_modified_at": read_http_date(self.first("last-modified")).at,
            "sent_at": read_http_date(self.first("date")).at,
            "etag": clean(self.first("etag")),
            "retry_after": clean(self.first("retry-after")),
            "x_robots_tag": clean("\n".join(self.every("x-robots-tag")), MAX_URL) or None,
        }


class HeaderAnnotations(NamedTuple):
    """Annotations of response headers; empty if there are too many."""

    links: list[HeaderLink]
    directives: list[Directive]
    has_too_many: bool


def media_type(content_type: str | None) -> str | None:
    """Return the media type without its parameters."""
    return (content_type or "").partition(";")[0].strip().lower() or None


def read_annotations(headers: Headers) -> HeaderAnnotations:
    """Parse Link and X-Robots-Tag headers."""
    links, directives = headers.every("link"), headers.every("x-robots-tag")
    if max(pieces(links), pieces(directives)) > MAX_ANNOTATIONS:
        return HeaderAnnotations([], [], has_too_many=True)
    return HeaderAnnotations(read_links(links), read_header(directives), has_too_many=False)
