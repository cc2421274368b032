"""The spider: which URL next, and why. It neither parses nor judges.

``start()`` is the one pump. Callbacks store what they read and tell the frontier what it points
to; the pump alone makes requests, a window ahead of the downloader, and ends when nothing waits
and nothing is under way.
"""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scrapy import Request, Spider
from scrapy.exceptions import CloseSpider

from sitemap_audit import audit as audits
from sitemap_audit import fetches
from sitemap_audit.config import read_options
from sitemap_audit.discovery import Discovery
from sitemap_audit.errors import UsageError
from sitemap_audit.last_round import WINDOW, LastRound
from sitemap_audit.pipelines import Batch
from sitemap_audit.readings import PageRecords, SitemapReading, read_page_records
from sitemap_audit.records import Role
from sitemap_audit.robots_gate import RobotsGate
from sitemap_audit.targets import read_targets

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

    from scrapy.crawler import Crawler
    from scrapy.http import Response
    from twisted.python.failure import Failure

    from sitemap_audit.frontier import PageTarget, SitemapTarget
    from sitemap_audit.options import Options

PAGE_WINDOW = 200
"Pages under way at once, scheduled ones included."
REFILL = 50
"Pages taken from the frontier at once."
SITEMAP_WINDOW = 8
SITEMAPS_READ_AT_ONCE = 2
SITEMAP_MAX_BYTES = 64 * 2**20
"As received; the protocol allows 50 MiB unpacked."


class SitemapSpider(Spider):
    """``scrapy crawl sitemap -a site=https://www.example.com``"""

    name = "sitemap"
    audit: audits.Audit

    @classmethod
    def from_crawler(cls, crawler: Crawler, *args: Any, **kwargs: Any) -> SitemapSpider:
        """Make the spider of an audit.

        Args:
            audit: one that is begun; or else
            resume: the folder of one that was stopped; or else
            site: the address of a site, or several with commas between, and
            config: a TOML file, and any option of :mod:`sitemap_audit.config`. The setting
                SITEMAP_AUDIT holds options too; an argument wins over it, and it over the file.
        """
        spider = cls(*args)
        spider._set_crawler(crawler)
        spider._wake = asyncio.Event()
        spider._reading = asyncio.Semaphore(SITEMAPS_READ_AT_ONCE)
        try:
            spider.audit = kwargs.pop("audit", None) or _begin(crawler, **kwargs)
        except UsageError as error:
            spider.usage_error = str(error)
        else:
            _apply(spider.audit.options, crawler)
        return spider

    usage_error: str | None = None
    _wake: asyncio.Event
    _reading: asyncio.Semaphore
    _discovery: Discovery
    _last_round: LastRound

    async def start(self) -> AsyncIterator[Request]:
        """Give out requests until there is nothing left to fetch."""
        if self.usage_error:
            self.logger.error(self.usage_error)
            raise CloseSpider("wrong usage")
        gate = self.crawler.get_downloader_middleware(RobotsGate)
        assert gate is not None
        self._discovery = Discovery(self.audit, gate)
        await self._discovery.begin()
        self._last_round = LastRound(self.audit)
        while (
            not self.audit.frontier.is_done or self._discovery.guess() or self._last_round.begin()
        ):
            self._wake.clear()
            if self.audit.write_error is not None:
                raise CloseSpider(f"cannot write: {self.audit.write_error}")
            for request in self._next_requests():
                yield request
            if not self.audit.frontier.is_done:
                await self._wake.wait()

    def _next_requests(self) -> Iterator[Request]:
        frontier = self.audit.frontier
        counts = frontier.counts
        for sitemap in frontier.take_sitemaps(SITEMAP_WINDOW - counts.sitemaps_in_flight):
            yield self._sitemap_request(sitemap)
        if not (counts.sitemaps_waiting or counts.sitemaps_in_flight):
            frontier.release()
        window, refill = (WINDOW, 1) if self._last_round.has_begun else (PAGE_WINDOW, REFILL)
        room = window - counts.pages_in_flight
        if room >= refill:
            for page in frontier.take_pages(room):
                if self._last_round.is_hopeless(page):
                    frontier.finish(page)
                    self._wake.set()
                else:
                    yield self._page_request(page)

    def _sitemap_request(self, target: SitemapTarget) -> Request:
        return Request(
            target.requested,
            callback=self.parse_sitemap,
            errback=self.sitemap_failed,
            cb_kwargs={"target": target},
            meta={
                "verbatim_url": True,
                "download_maxsize": SITEMAP_MAX_BYTES,
                "spool": str(self.audit.spool / f"{target.key & (1 << 64) - 1:016x}"),
            },
            dont_filter=True,
            priority=10,
        )

    def _page_request(self, target: PageTarget) -> Request:
        return Request(
            target.requested,
            callback=self.parse_page,
            errback=self.page_failed,
            cb_kwargs={"target": target},
            meta={"verbatim_url": True, "dont_retry": target.is_second},
            dont_filter=True,
        )

    def parse_page(self, response: Response, target: PageTarget) -> Iterator[Batch]:
        """Store a page, and offer what it points to."""
        with self._accounted("pages", target):
            fetch = fetches.answered(response)
            reading = read_page_records(self.audit, target, fetch, response.meta, response.body)
            self._offer(target, reading)
            self._last_round.note(target, reading.page)
            yield Batch(reading.records)

    def page_failed(self, failure: Failure) -> Iterator[Batch]:
        """Store a page that brought no answer."""
        request = failure.request  # type: ignore[attr-defined]
        target = request.cb_kwargs["target"]
        with self._accounted("pages", target):
            fetch = fetches.failed(failure, request)
            reading = read_page_records(self.audit, target, fetch, request.meta)
            self._last_round.note(target, reading.page)
            yield Batch(reading.records)
            self.crawler.stats.inc_value("audit/failures")

    def _offer(self, target: PageTarget, reading: PageRecords) -> None:
        page = reading.page
        if page.redirect_url is not None and page.redirect_key is not None:
            self.audit.frontier.redirect(target, page.redirect_url, page.redirect_key)
        self.audit.frontier.point(reading.pointers)
        if target.role == Role.HOME:
            self._discovery.take_links(page.url, reading.sitemap_links)

    async def parse_sitemap(
        self, response: Response, target: SitemapTarget
    ) -> AsyncIterator[Batch]:
        """Store a sitemap as it is read, in a thread, and offer what it lists."""
        with self._accounted("sitemaps", target):
            reading = SitemapReading(self.audit, target, fetches.answered(response), response.meta)
            spool = Path(response.meta["spool"])
            async with self._reading:
                batches = reading.batches(spool)
                while (batch := await asyncio.to_thread(next, batches, None)) is not None:
                    self._wake.set()  # there are pages to fetch while the rest is read
                    yield Batch(batch)
            await asyncio.to_thread(spool.unlink, missing_ok=True)
            reading.follow_redirect()
            yield Batch([reading.record])

    def sitemap_failed(self, failure: Failure) -> Iterator[Batch]:
        """Store a sitemap that brought no answer."""
        request = failure.request  # type: ignore[attr-defined]
        target = request.cb_kwargs["target"]
        with self._accounted("sitemaps", target):
            fetch = fetches.failed(failure, request)
            yield Batch([SitemapReading(self.audit, target, fetch, request.meta).record])
            self.crawler.stats.inc_value("audit/failures")

    @contextmanager
    def _accounted(self, what: str, target: PageTarget | SitemapTarget) -> Iterator[None]:
        """What was given out is given back, whatever happens: the pump waits for nothing lost."""
        try:
            yield
        except (OSError, sqlite3.Error) as error:
            self.audit.own_errors += 1
            self.audit.write_error = error
            raise
        except Exception:
            self.audit.own_errors += 1
            raise
        finally:
            self.audit.frontier.finish(target)
            self.crawler.stats.inc_value(f"audit/{what}")
            self._wake.set()


def _begin(
    crawler: Crawler,
    *,
    site: str = "",
    config: str | None = None,
    resume: str | None = None,
    _job: str | None = None,
    **given: Any,
) -> audits.Audit:
    """The audit that arguments ask for; ``_job`` is what Scrapyd calls it."""
    if resume:
        return _take_up(Path(resume), _job, {"site": site, "config": config, **given})
    from sitemap_audit.analysis import choose  # late: deploying need not load DuckDB

    in_settings = crawler.settings.getdict("SITEMAP_AUDIT")
    options, sites = read_options(in_settings | given, Path(config) if config else None)
    targets = read_targets(site.split(",") if site else sites)
    choose(options)  # a misspelt check is said now, not after the crawl
    return audits.create(options, targets, job=_job)


def _take_up(folder: Path, job: str | None, others: dict[str, Any]) -> audits.Audit:
    from sitemap_audit.resumption import resume

    if said := [name for name, value in others.items() if value]:
        raise UsageError(
            f"An audit that is taken up goes on as it was begun; leave {', '.join(said)} away."
        )
    return resume(folder, job=job)


def _apply(options: Options, crawler: Crawler) -> None:
    """The options that Scrapy has settings for; what is set by ``-s`` wins."""
    for name, value in options.settings.items():
        crawler.settings.set(name, value, priority="spider")
