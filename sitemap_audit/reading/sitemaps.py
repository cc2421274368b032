"""Parse a fetched sitemap into items and URLs for the frontier."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sitemap_audit.frontier.page_assertions import assertions_in
from sitemap_audit.frontier.url_records import (
    DiscoveredUrls,
    PageLink,
    SitemapTarget,
    listed_page,
    sitemap_target,
)
from sitemap_audit.items import (
    Columns,
    Entry,
    EntryAlternate,
    EntryBatch,
    FetchError,
    FoundBy,
    Role,
    Sitemap,
    column_names,
    of_kind,
)
from sitemap_audit.parsing.dates import read_http_date
from sitemap_audit.parsing.scope import EVERYTHING
from sitemap_audit.parsing.sitemap import NO_SITEMAPS, SitemapFacts, SitemapReader
from sitemap_audit.reading.pages import alternate_links, fetch_columns

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sitemap_audit.items import Rows
    from sitemap_audit.parsing.scope import UrlScope
    from sitemap_audit.reading.facts import Fetch


class FetchedSitemap(NamedTuple):
    """A fetched sitemap; its body is in a file."""

    id: int
    target: SitemapTarget
    fetch: Fetch
    robots: str | None
    "The verdict for the evaluated bot."
    stopped_by: str | None
    "Why the body is truncated."
    assertion_tables: frozenset[str] = frozenset()
    "Tables of what is searched for in listed pages."
    scope: UrlScope = EVERYTHING
    "Scope of the pages to fetch."

    @property
    def redirect(self) -> SitemapTarget | None:
        """The redirect target."""
        link = self.fetch.redirect
        if link is None or link.url is None:
            return None
        return self.target.redirect(link.url, self.fetch.target)


def is_sitemap(url: str, fetch: Fetch, body: bytes) -> bool:
    """Return whether a response is a sitemap, by its content."""
    reading = SitemapReading(
        FetchedSitemap(0, sitemap_target(url, FoundBy.GIVEN, None), fetch, None, None)
    )
    for _ in reading.pieces([body]):
        pass
    return reading.item.kind not in (None, *NO_SITEMAPS)


class Piece(NamedTuple):
    """Some thousand entries of a sitemap, and the URLs found in them."""

    batch: EntryBatch
    discovered: DiscoveredUrls


class SitemapReading:
    """Parser for one sitemap file; used by one thread at a time."""

    def __init__(self, fetched: FetchedSitemap) -> None:
        self._fetched = fetched
        self._facts = SitemapFacts()
        self._linked: set[int] = set()

    def pieces(self, chunks: Iterable[bytes]) -> Iterator[Piece]:
        """Parse the body as received and yield its pieces."""
        fetch = self._fetched.fetch
        if fetch.status is None or not 200 <= fetch.status < 300:
            return
        reader = SitemapReader(
            iter(chunks),
            sitemap_id=self._fetched.id,
            url=self._fetched.target.url,
            content_type=fetch.content_type,
            content_encoding=fetch.header("content-encoding"),
            truncated=self._fetched.stopped_by is not None,
        )
        for records in reader.batches():
            batch = EntryBatch(self._fetched.id, self._fetched.target.url)
            batch.add(records)
            yield Piece(batch, self._discovered(records))
        self._facts = reader.facts

    def _discovered(self, records: Rows) -> DiscoveredUrls:
        target = self._fetched.target
        entries = [e for e in of_kind(Entry, records) if e.url and e.url_key is not None]
        return DiscoveredUrls(
            [listed_page(e.url or "", e.url_key or 0, e.loc) for e in entries if e.kind == "url"],
            [
                sitemap_target(
                    e.url or "", FoundBy.INDEX, target.url, target.depth + 1, requested=e.loc
                )
                for e in entries
                if e.kind == "sitemap"
            ],
            self._links_of(records),
            assertions_in(records, self._fetched.assertion_tables),
        )

    def _links_of(self, records: Rows) -> list[PageLink]:
        """Return the new alternate links of entries in scope."""
        scope = self._fetched.scope
        if not isinstance(records, Columns):
            links = of_kind(EntryAlternate, records)
            within = links if scope.is_everything else [e for e in links if (e.url or "") in scope]
            return [link for link in alternate_links(within) if self._is_new(link.key)]
        if records.kind is not EntryAlternate:
            return []
        columns = map(records.column, ("url_key", "alternate", "alternate_key", "url"))
        return [
            PageLink(source, target, key, Role.ALTERNATE)
            for source, target, key, url in zip(*columns, strict=True)
            if source is not None and key is not None and url in scope and self._is_new(key)
        ]

    def _is_new(self, key: int) -> bool:
        """Return whether the file has not linked to a page before; clusters repeat their links."""
        size = len(self._linked)
        self._linked.add(key)
        return len(self._linked) > size

    @property
    def item(self) -> Sitemap:
        """The item of the sitemap itself, after its pieces."""
        fetched, fetch = self._fetched, self._fetched.fetch
        values = {
            **fetch_columns(fetch, fetched.target),
            **self._facts._asdict(),
            "id": fetched.id,
            "url": fetched.target.url,
            "url_key": fetched.target.key,
            "found_by": fetched.target.found_by,
            "found_in": fetched.target.found_in,
            "depth": fetched.target.depth,
            "robots": fetched.robots,
            "content_type": fetch.content_type,
            "content_encoding": fetch.header("content-encoding"),
            "last_modified": fetch.header("last-modified"),
            "last_modified_at": read_http_date(fetch.header("last-modified")).at,
            "sent_at": read_http_date(fetch.header("date")).at,
            "etag": fetch.header("etag"),
            "stopped_by": fetched.stopped_by or self._facts.stopped_by,
            "received_hash": None,
        }
        if fetched.stopped_by == FetchError.TRUNCATED:
            values["error"] = FetchError.TRUNCATED
        return Sitemap(**{name: values[name] for name in column_names(Sitemap)})
