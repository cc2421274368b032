"""From a fetch to the records that are stored of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from sitemap_audit.frontier import PageTarget, Pointer, SitemapTarget, sitemap_target
from sitemap_audit.parsing import urls
from sitemap_audit.parsing.page import read_page
from sitemap_audit.parsing.sitemap import SitemapFacts, SitemapReader
from sitemap_audit.parsing.sites import site
from sitemap_audit.records import (
    Entry,
    EntryAlternate,
    FetchError,
    FoundBy,
    Page,
    Record,
    Role,
    Sitemap,
)

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from sitemap_audit.audit import Audit
    from sitemap_audit.fetches import Fetch

CHUNK = 64 * 2**10


class PageRecords(NamedTuple):
    """What is stored of a page, and where it leads."""

    page: Page
    records: list[Record]
    pointers: list[Pointer]
    sitemap_links: list[str]


def read_page_records(
    audit: Audit, target: PageTarget, fetch: Fetch, meta: dict[str, Any], body: bytes = b""
) -> PageRecords:
    """The records of a page; ``body`` is empty where no answer came."""
    page_id = audit.writer.next_id()
    reading = read_page(
        body,
        page_id=page_id,
        url=target.url,
        status=fetch.status,
        headers=fetch.headers,
        token=audit.options.robots_token,
    )
    robots, rule = meta.get("robots", (None, None))
    fetched = {
        "id": page_id,
        "url": target.url,
        "url_key": target.key,
        "url_near_key": urls.near_key(target.url),
        "site": site(target.url),
        "requested": target.requested,
        "role": target.role,
        "first_status": target.first_status,
        "first_error": target.first_error,
        "robots": robots,
        "robots_rule": rule,
        "redirect_problem": _redirect_problem(fetch),
        "bytes": len(body) if fetch.status else None,
        "canonicals": len(reading.canonicals),
        "alternates": len(reading.alternates),
        **_of_fetch(fetch),
    }
    read = {name: getattr(reading, name) for name in Page._fields if name not in fetched}
    page = Page(**fetched, **read)
    pointers = [
        Pointer(target.key, link.canonical, link.canonical_key, Role.CANONICAL)
        for link in reading.canonicals
        if link.canonical is not None and link.canonical_key is not None
    ] + _alternate_pointers(link for link in reading.alternates if link.source != "anchor")
    parts: list[Record] = [*reading.canonicals, *reading.alternates, *reading.directives]
    return PageRecords(page, [*parts, page], pointers, reading.sitemap_links)


def _of_fetch(fetch: Fetch) -> dict[str, Any]:
    """The columns that pages and sitemaps share."""
    redirect = fetch.redirect
    return {
        "attempts": fetch.attempts,
        "status": fetch.status,
        "error": fetch.error,
        "error_detail": fetch.error_detail,
        "tls_problem": fetch.tls_problem,
        "location": fetch.location,
        "redirect_url": redirect.url if redirect else None,
        "redirect_key": redirect.key if redirect else None,
        "latency": fetch.latency,
        "seconds": fetch.seconds,
        "protocol": fetch.protocol,
        "ip_address": fetch.ip_address,
        "fetched_at": fetch.fetched_at,
    }


def _redirect_problem(fetch: Fetch) -> str | None:
    if fetch.redirect is None:
        return None
    return "missing" if fetch.location is None else fetch.redirect.problem


def _alternate_pointers(links: Any) -> list[Pointer]:
    return [
        Pointer(link.url_key, link.alternate, link.alternate_key, Role.ALTERNATE)
        for link in links
        if link.url_key is not None and link.alternate is not None
    ]


def _locations(batch: list[Record]) -> Iterator[tuple[str, str, int, str]]:
    """Of the entries that can be fetched: kind, URL, key, loc."""
    for record in batch:
        if isinstance(record, Entry) and record.url and record.url_key is not None:
            yield record.kind, record.url, record.url_key, record.loc or record.url


class SitemapReading:
    """A sitemap being read from its file; for one thread at a time."""

    def __init__(
        self, audit: Audit, target: SitemapTarget, fetch: Fetch, meta: dict[str, Any]
    ) -> None:
        self._audit, self._target, self._fetch, self._meta = audit, target, fetch, meta
        self._id = audit.writer.next_id()
        self._facts: SitemapFacts | None = None

    def batches(self, spool: Path) -> Iterator[list[Record]]:
        """The records of the file, some thousand at a time, each list offered to the frontier."""
        status = self._fetch.status
        if status is None or not 200 <= status < 300:
            return
        with spool.open("rb") as file:
            reader = SitemapReader(
                iter(lambda: file.read(CHUNK), b""),
                sitemap_id=self._id,
                url=self._target.url,
                content_type=self._fetch.header("content-type"),
                content_encoding=self._fetch.header("content-encoding"),
                truncated=self._meta.get("stopped_by") is not None,
            )
            for batch in reader.batches():
                self._offer(batch)
                yield batch
            self._facts = reader.facts

    def _offer(self, batch: list[Record]) -> None:
        frontier = self._audit.frontier
        frontier.list_pages(
            (url, key, urls.wire(loc)) for kind, url, key, loc in _locations(batch) if kind == "url"
        )
        below = self._target.depth + 1
        for kind, url, _, loc in _locations(batch):
            if kind == "sitemap":
                frontier.add_sitemap(
                    sitemap_target(url, FoundBy.INDEX, self._target.url, below, requested=loc)
                )
        frontier.point(_alternate_pointers(r for r in batch if isinstance(r, EntryAlternate)))

    def follow_redirect(self) -> None:
        """Offer the sitemap that this one redirects to; a guess stays a guess."""
        redirect = self._fetch.redirect
        if redirect is None or redirect.url is None:
            return
        found_by = self._target.found_by
        if found_by != FoundBy.GUESS:
            found_by = FoundBy.REDIRECT
        target = sitemap_target(redirect.url, found_by, self._target.url, self._target.depth)
        self._audit.frontier.add_sitemap(target._replace(hops=self._target.hops + 1))

    @property
    def record(self) -> Sitemap:
        """The row of the sitemap, once its batches are read."""
        of_fetch = _of_fetch(self._fetch)
        read = self._facts._asdict() if self._facts else _NOTHING_READ
        stopped_by = self._meta.get("stopped_by")
        robots, _ = self._meta.get("robots", (None, None))
        values = {
            **of_fetch,
            **read,
            "id": self._id,
            "url": self._target.url,
            "url_key": self._target.key,
            "requested": self._target.requested,
            "found_by": self._target.found_by,
            "found_in": self._target.found_in,
            "depth": self._target.depth,
            "robots": robots,
            "content_type": self._fetch.header("content-type"),
            "content_encoding": self._fetch.header("content-encoding"),
            "last_modified": self._fetch.header("last-modified"),
            "etag": self._fetch.header("etag"),
            "stopped_by": stopped_by or read["stopped_by"],
        }
        if stopped_by == FetchError.TRUNCATED:
            values["error"] = FetchError.TRUNCATED
        return Sitemap(**{name: values[name] for name in Sitemap._fields})


_NOTHING_READ: dict[str, Any] = {
    "compression": None,
    "bytes": None,
    "unpacked": None,
    "kind": None,
    "root": None,
    "namespace": None,
    "encoding": None,
    "encoding_declared": None,
    "encoding_header": None,
    "has_bom": False,
    "entries": 0,
    "children": 0,
    "complete": False,
    "stopped_by": None,
    "content_hash": None,
}
