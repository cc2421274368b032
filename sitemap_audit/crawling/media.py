"""The round of a crawl that asks for listed images and videos: some of them, where one asks for it.

Of each file only the beginning is fetched: whether it is there, and of what type it says it is.
"""

from __future__ import annotations

import asyncio
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from scrapy import Request
from scrapy.exceptions import CloseSpider

from sitemap_audit.crawling.accounts import accounted
from sitemap_audit.items import FetchError, Medium
from sitemap_audit.network import fetches
from sitemap_audit.parsing import urls
from sitemap_audit.pipelines import Batch

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

    from scrapy.http import Response
    from scrapy.statscollectors import StatsCollector
    from twisted.python.failure import Failure

    from sitemap_audit.audit import Audit
    from sitemap_audit.network.fetches import Fetch
    from sitemap_audit.network.robots_gate import RobotsGate

WINDOW = 4
"Files under way at once."
BEGINNING = 1024
"Bytes of a file that are fetched."
BOTS = {"image": "Googlebot-Image", "thumbnail": "Googlebot-Image", "video": "Googlebot-Video"}
"""Who fetches what: developers.google.com/search/docs/crawling-indexing/google-common-crawlers"""
_INCOMPLETE = {"truncated": FetchError.TRUNCATED, "time": FetchError.TIMEOUT}

# The choice depends on nothing but what is listed, so that a resumed audit makes it again; by
# their hash, files of all parts of a site come early.
_LISTED = """
WITH listed AS (
    SELECT 'image' AS kind, loc, url AS page_url, sitemap_url, line FROM entry_images
    UNION ALL
    SELECT 'thumbnail', thumbnail_loc, url, sitemap_url, line FROM entry_videos
    UNION ALL
    SELECT 'video', content_loc, url, sitemap_url, line FROM entry_videos
)
SELECT kind, loc, page_url, sitemap_url, line
FROM listed
WHERE loc IS NOT NULL
QUALIFY ROW_NUMBER() OVER (PARTITION BY kind, loc ORDER BY sitemap_url, line) = 1
ORDER BY MD5(loc), kind
"""


class MediumTarget(NamedTuple):
    """A file to ask for, and the first place that lists it."""

    kind: str
    url: str
    key: int
    requested: str
    page_url: str | None
    sitemap_url: str
    line: int | None
    robots: str | None = None


class MediaRound:
    """Asks for files that the stored audit lists, and stores what came of it."""

    def __init__(self, audit: Audit, gate: RobotsGate, stats: StatsCollector) -> None:
        self._audit, self._gate, self._stats = audit, gate, stats
        self._in_flight = 0
        self._wake = asyncio.Event()

    async def requests(self) -> AsyncIterator[Request]:
        """The requests of the round, a few at a time, until all have been answered."""
        for target in await asyncio.to_thread(self._choose):
            await self._until_fewer_than(WINDOW)
            rules = await self._gate.rules(urls.origin(target.url))
            robots, _ = rules.verdict(target.url, BOTS[target.kind])
            self._in_flight += 1
            yield self._request(target._replace(robots=robots))
        await self._until_fewer_than(1)

    async def _until_fewer_than(self, number: int) -> None:
        while self._in_flight >= number:
            self._wake.clear()
            await self._wake.wait()
        if self._audit.stop_because is not None:
            raise CloseSpider(self._audit.stop_because)

    def _choose(self) -> list[MediumTarget]:
        from sitemap_audit.storage.duckdb import DuckDBStore  # late: DuckDB comes with it

        self._audit.writer.flush()
        tables = ("sitemaps", "entries", "entry_images", "entry_videos", "media")
        with DuckDBStore(self._audit.folder, tables=tables) as store:
            done = set(store.rows("SELECT kind, url_key FROM media"))
            chosen = islice(_targets(store.stream(_LISTED)), self._audit.options.media)
            return [target for target in chosen if (target.kind, target.key) not in done]

    def _request(self, target: MediumTarget) -> Request:
        name = f"medium-{target.kind}-{target.key & (1 << 64) - 1:016x}"
        return Request(
            target.requested,
            callback=self.parse,
            errback=self.failed,
            cb_kwargs={"target": target},
            meta={
                "verbatim_url": True,
                "download_maxsize": BEGINNING,
                "spool": str(self._audit.spool / name),
            },
            dont_filter=True,
        )

    def parse(self, response: Response, target: MediumTarget) -> Iterator[Batch]:
        """Store how a file answered."""
        with accounted(self._audit, self._done):
            Path(response.meta["spool"]).unlink(missing_ok=True)
            fetch = fetches.answered(response)
            if error := _INCOMPLETE.get(response.meta.get("stopped_by") or ""):
                fetch = fetch._replace(error=error)
            yield Batch([self._record(target, fetch)])

    def failed(self, failure: Failure) -> Iterator[Batch]:
        """Store why a file brought no answer."""
        request = failure.request  # type: ignore[attr-defined]
        with accounted(self._audit, self._done):
            if not isinstance(failure.value, fetches.Stopped):
                fetch = fetches.failed(failure, request)
                yield Batch([self._record(request.cb_kwargs["target"], fetch)])

    def _record(self, target: MediumTarget, fetch: Fetch) -> Medium:
        return Medium(
            id=self._audit.writer.next_id(),
            url=target.url,
            url_key=target.key,
            kind=target.kind,
            page_url=target.page_url,
            sitemap_url=target.sitemap_url,
            line=target.line,
            robots=target.robots,
            attempts=fetch.attempts,
            status=fetch.status,
            error=fetch.error,
            error_detail=fetch.error_detail,
            tls_problem=fetch.tls_problem,
            redirect_url=fetch.redirect.url if fetch.redirect else None,
            content_type=_media_type(fetch),
            fetched_at=fetch.fetched_at,
        )

    def _done(self) -> None:
        """One that was given out is under way no more."""
        self._in_flight -= 1
        self._stats.inc_value("audit/media")
        self._wake.set()


def _targets(
    rows: Iterator[tuple[str, str, str | None, str, int | None]],
) -> Iterator[MediumTarget]:
    """The files that can be asked for, each once."""
    seen: set[tuple[str, int]] = set()
    for kind, loc, page_url, sitemap_url, line in rows:
        link = urls.read_link(loc)
        if link.url is not None and link.key is not None and (kind, link.key) not in seen:
            seen.add((kind, link.key))
            yield MediumTarget(
                kind, link.url, link.key, urls.wire(loc), page_url, sitemap_url, line
            )


def _media_type(fetch: Fetch) -> str | None:
    written = fetch.header("content-type") or ""
    return written.partition(";")[0].strip().lower()[:200] or None
