"""The Scrapy spider of an audit: its callbacks yield items, its ``start()`` yields all requests.

Callbacks add discovered URLs to the frontier. ``start()`` takes requests from it, a window ahead of
Scrapy's scheduler, and ends when no URL waits and no request is in flight.
"""

from __future__ import annotations

import asyncio
import itertools
import sqlite3
from collections import Counter
from contextlib import contextmanager
from dataclasses import replace
from io import BytesIO
from typing import TYPE_CHECKING, Any

from scrapy import Spider
from scrapy.exceptions import CloseSpider

from sitemap_audit.errors import UsageError
from sitemap_audit.frontier.targets import PageTarget, SitemapTarget, page_target, sitemap_target
from sitemap_audit.handlers.errors import CannotContinueError, Postponed, Stopped
from sitemap_audit.items import FoundBy, Role
from sitemap_audit.machine.interpreter import freeze_garbage_collection, release_memory
from sitemap_audit.masking import protect_logs
from sitemap_audit.middlewares.robots import tokens_of
from sitemap_audit.middlewares.robots_policies import RobotsPolicy
from sitemap_audit.options import Options
from sitemap_audit.parsing import urls
from sitemap_audit.parsing.robots_rules import Decision
from sitemap_audit.parsing.scope import EVERYTHING
from sitemap_audit.reading.fetch import failed, fetched, meta_of, received_of, robots_of, spool_of
from sitemap_audit.reading.pages import FetchedPage, ReadPage, page_links
from sitemap_audit.reading.pool import ReaderPool
from sitemap_audit.reading.robots import MAX_REDIRECTS, RobotsTarget, read_robots_item
from sitemap_audit.reading.sitemaps import FetchedSitemap, Piece, SitemapReading
from sitemap_audit.reading.workers import LARGE
from sitemap_audit.spiders import preparing, requests
from sitemap_audit.spiders.reachability import WRONG_USAGE
from sitemap_audit.spiders.run import cannot_continue
from sitemap_audit.storage.received import keep_received
from sitemap_audit.storage.run_record import FINISHED

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

    from scrapy import Request
    from scrapy.crawler import Crawler
    from scrapy.http import Response
    from twisted.python.failure import Failure

    from sitemap_audit.items import EntryBatch, Page, Robots, Sitemap
    from sitemap_audit.reading.facts import Fetch
    from sitemap_audit.spiders.crawl_plan import CrawlPlan
    from sitemap_audit.spiders.inputs import Target
    from sitemap_audit.spiders.run import AuditRun

MAX_PARALLEL_SITEMAPS = 2
"Maximum number of sitemaps to parse at once."
MAX_SLOW_SITEMAPS = 8
"""Maximum number of sitemaps of one host that exceed the timeout while they download. Further ones
must arrive within the timeout, like a page: a host may list thousands of slow sitemaps."""
_COUNTED = ("Robots", "Sitemap", "EntryBatch", "Page")


class SitemapSpider(Spider):
    """``scrapy crawl sitemap -a site=https://www.example.com``"""

    name = "sitemap"
    crawler: Crawler
    run: AuditRun | None = None
    plan: CrawlPlan | None = None
    "Plan of the crawl; None if a callback is tried on a saved response."
    usage_error: str | None = None
    "A sentence on why there is no audit."

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.options = Options()
        self.reader = ReaderPool(0)
        self.assertion_tables: frozenset[str] = frozenset()
        "Tables of the facts that sitemaps assert about listed pages."
        self.scope = EVERYTHING
        "Include and exclude patterns for page URLs."
        self.ids: Iterator[int] = itertools.count(1)
        "Unique IDs of fetched items."
        self.own_errors = 0
        "Number of pages and sitemaps not read because of internal errors."
        self.yielded = 0
        "Number of items that the callbacks have yielded."
        self.secrets: set[str] = set()
        "Secrets to mask in logs."
        self.unstored: set[str] = set()
        "Secrets to mask in stored files, too."
        self.stop_because: str | None = None
        "Scrapy's close reason if the crawl cannot go on."
        self.is_ended = False
        "Whether the end of the crawl has been recorded."
        self._slow_sitemaps: Counter[str] = Counter()
        "By host: number of sitemaps that exceeded the timeout."
        self._parse_slots = asyncio.Semaphore(MAX_PARALLEL_SITEMAPS)
        self._robots_lock = asyncio.Lock()
        "Allows one robots.txt to be parsed at a time, as it may take 60 MB."

    @classmethod
    def from_crawler(  # type: ignore[override]  # spider arguments may have any name
        cls, crawler: Crawler, /, *args: Any, **kwargs: Any
    ) -> SitemapSpider:
        """Make the spider of an audit.

        Args:
            run: an AuditRun that was created before; or
            resume: the folder of an audit to resume; or
            site: the URL of a site, or several separated by commas, and
            config: a TOML file, and any option of :mod:`sitemap_audit.options`. Arguments win
                over the setting SITEMAP_AUDIT, and that over the file.
        """
        spider = cls(*args)
        spider._set_crawler(crawler)
        try:
            preparing.prepare(spider, kwargs)
        except UsageError as error:
            spider.usage_error = str(error)
        return spider

    async def start(self) -> AsyncIterator[Request]:
        """Yield requests until there is nothing left to fetch."""
        if self.usage_error or self.plan is None:
            self.logger.error(self.usage_error)
            raise CloseSpider(WRONG_USAGE)
        protect_logs(self.secrets)  # again, as Scrapy has replaced its log handler
        self.plan.connect(self.crawler)
        freeze_garbage_collection()
        try:
            async for request in self.plan.requests():
                if self.stop_because is not None:
                    break
                yield request
        except Exception as error:
            if not _is_disk_error(error):
                raise
            self.cannot_continue(error)
        if self.stop_because is not None:
            raise CloseSpider(self.stop_because)

    async def parse_robots(
        self, response: Response, target: RobotsTarget | None = None
    ) -> list[Robots]:
        """Read a robots.txt, or follow its redirect."""
        target = target or RobotsTarget(urls.origin(response.url))
        fetch = fetched(response)
        if (link := fetch.redirect) is not None and link.url is not None:
            target = target._replace(redirects=target.redirects + 1)
            if self.plan is not None and target.redirects <= MAX_REDIRECTS:
                self.plan.follow_robots_redirect(target, fetch.target or link.url)
                return []
        return await self._read_robots(target, response.url, fetch, response)

    async def _read_robots(
        self, target: RobotsTarget, url: str, fetch: Fetch, response: Response | None = None
    ) -> list[Robots]:
        try:
            async with self._robots_lock:
                received = await asyncio.to_thread(received_of, response) if response else b""
                item = await self._parse_robots_body(target, url, fetch, received)
                if (item.bytes or 0) >= LARGE:
                    await asyncio.to_thread(release_memory)
            if self.plan is not None and self.plan.reachability.is_unused_scheme(item):
                return []
            self.yielded += 1
            return [item]
        except OSError as error:
            self.cannot_continue(error)
        except Exception:
            self.logger.exception("%s could not be read", url)
            self.own_errors += 1
            self.stop_because = "an internal error, see audit.log"
            self.wake()
        return []

    async def _parse_robots_body(
        self, target: RobotsTarget, url: str, fetch: Fetch, received: bytes
    ) -> Robots:
        """Parse a robots.txt and add its policy to the plan."""
        tokens = tokens_of(self.options)
        item, rules = await asyncio.to_thread(
            read_robots_item, target, url, fetch, received, tokens
        )
        if self.run is not None and received and self.options.keep_received:
            body = BytesIO(received)
            item.received_hash = await asyncio.to_thread(keep_received, self.run.folder, body)
        if self.plan is not None:
            policy = RobotsPolicy(replace(item, robots_lines=[]), rules)
            self.plan.queue.add_policy(target.origin, policy)
        return item

    async def parse_sitemap(
        self, response: Response, target: SitemapTarget | None = None
    ) -> AsyncIterator[EntryBatch | Sitemap]:
        """Read a sitemap: its entries in batches, then the sitemap itself."""
        target = target or sitemap_target(response.url, FoundBy.GIVEN, None)
        fetch = fetched(response)
        if self.plan is not None and self.plan.follow_respelled(target, fetch):
            return
        with self._accounted(target):
            meta = meta_of(response)
            sitemap = FetchedSitemap(
                id=next(self.ids),
                target=target,
                fetch=fetch,
                robots=robots_of(meta).robots,
                stopped_by=meta.get("stopped_by"),
                assertion_tables=self.assertion_tables,
                scope=self.scope,
            )
            if sitemap.stopped_by == "time":
                self._slow_sitemaps[urls.host(target.url)] += 1
            async with self._parse_slots:
                async for piece in self._pieces(sitemap, response):
                    if isinstance(piece, Piece):
                        if self.plan is not None:
                            await self.plan.add_discovered(piece.discovered)
                        self.yielded += 1
                        yield piece.batch
                    else:
                        kept, site = self._resolve(piece)
                        piece.received_hash = await self._store_received(
                            response, is_page=site is not None
                        )
                        for each in kept:
                            yield each
            if sitemap.redirect is not None and self.plan is not None:
                for each in self.plan.redirect_sitemap(sitemap.redirect):
                    self.yielded += 1
                    yield each

    def _resolve(self, item: Sitemap) -> tuple[list[Sitemap], Target | None]:
        """Return the sitemaps to store, and the site to audit if the URL is that of a page."""
        kept, site = self.plan.resolve(item) if self.plan is not None else ([item], None)
        self.yielded += len(kept)
        return kept, site

    async def _pieces(
        self, sitemap: FetchedSitemap, response: Response
    ) -> AsyncIterator[Piece | Sitemap]:
        if (spool := spool_of(response)) is not None:
            async for piece in self.reader.read_sitemap(sitemap, spool):
                yield piece
            return
        reading = SitemapReading(sitemap)
        for piece in reading.pieces([response.body]):
            yield piece
        yield reading.item

    async def _store_received(self, response: Response, *, is_page: bool) -> str | None:
        """Store a sitemap as received if ``keep_received`` is set; delete its temporary file."""
        spool = spool_of(response)
        if self.run is None or spool is None:
            return None
        kept = None
        if self.options.keep_received and not is_page and spool.stat().st_size:
            with spool.open("rb") as body:
                kept = await asyncio.to_thread(keep_received, self.run.folder, body)
        await asyncio.to_thread(spool.unlink, missing_ok=True)
        return kept

    async def parse_page(self, response: Response, target: PageTarget | None = None) -> list[Page]:
        """Read a page."""
        target, fetch = target or page_target(response.url, Role.LISTED), fetched(response)
        if self.plan is not None and self.plan.follow_respelled(target, fetch):
            return []
        return await self._read_page(target, fetch, meta_of(response), response.body)

    async def _read_page(
        self, target: PageTarget, fetch: Fetch, meta: dict[str, Any], body: bytes = b""
    ) -> list[Page]:
        with self._accounted(target):
            read = await self.read_page(target, fetch, meta, body)
            self._add_result(target, read)
            self.yielded += 1
            return [read.page]
        return []

    async def read_page(
        self, target: PageTarget, fetch: Fetch, meta: dict[str, Any], body: bytes
    ) -> ReadPage:
        """Parse a fetched page in the reader pool."""
        page = FetchedPage(
            id=next(self.ids),
            target=target,
            fetch=fetch,
            robots=robots_of(meta),
            token=self.options.robots_token,
            body=body,
            most=self.options.max_page_bytes,
            with_outlinks=self.options.crawl,
        )
        if self.plan is not None:
            self.plan.queue.add_page_size(len(body))
        return await self.reader.read_page(page)

    def _add_result(self, target: PageTarget, read: ReadPage) -> None:
        """Add the redirect target and the links of a page to the plan."""
        if self.plan is not None:
            self.plan.add_result(target, read, page_links(read.page))
            self.count("pages")
            if read.page.status is None:
                self.count("failures")

    async def errback(self, failure: Failure) -> list[Page | Sitemap | Robots]:
        """Store why a request has no response, or requeue a request that was not sent."""
        request: Request = vars(failure)["request"]  # set by Scrapy
        target: PageTarget | SitemapTarget | RobotsTarget = request.cb_kwargs["target"]
        error = failure.value
        if isinstance(error, CannotContinueError):
            self.cannot_continue(error.cause)
        if isinstance(error, Postponed | Stopped | CannotContinueError):
            self._requeue(request, target, is_later=isinstance(error, Postponed))
            return []
        fetch = failed(failure, request)
        if isinstance(target, PageTarget):
            return list(await self._read_page(target, fetch, request.meta))
        if isinstance(target, RobotsTarget):
            return list(await self._read_robots(target, request.url, fetch))
        with self._accounted(target):
            self.count("failures")
            meta = request.meta
            robots, stopped_by = robots_of(meta).robots, meta.get("stopped_by")
            sitemap = FetchedSitemap(next(self.ids), target, fetch, robots, stopped_by)
            return list(self._resolve(SitemapReading(sitemap).item)[0])
        return []

    def _requeue(self, request: Request, target: Any, *, is_later: bool) -> None:
        """Requeue a request that was not sent, unless the crawl ends."""
        if self.plan is None:
            return
        if isinstance(target, PageTarget):
            tries = request.meta.get("retry_times", 0)
            self.plan.put_back(target if target.is_second else target._replace(tries=tries))
        elif is_later:
            self.plan.queue.enqueue(request.copy())  # the engine still knows this one
        elif isinstance(target, RobotsTarget):
            self.plan.queue.cancel_robots(target.origin)
        else:
            self.plan.finish(target)

    @contextmanager
    def _accounted(self, target: PageTarget | SitemapTarget) -> Iterator[None]:
        """Mark a target as finished when the block ends; count exceptions as internal errors."""
        try:
            yield
        except (OSError, sqlite3.Error) as error:
            self.cannot_continue(error)
        except Exception:
            self.own_errors += 1
            self.logger.exception("%s could not be read", target.requested)
        finally:
            if self.plan is not None:
                self.plan.finish(target)
                if isinstance(target, SitemapTarget):
                    self.count("sitemaps")

    def sitemap_request(self, target: SitemapTarget) -> Request:
        """Make the request for a sitemap."""
        assert self.run is not None
        may_be_slow = self._slow_sitemaps[urls.host(target.url)] < MAX_SLOW_SITEMAPS
        return requests.sitemap_request(self, target, self.run.spool, may_be_slow=may_be_slow)

    def wake(self) -> None:
        """Make ``start()`` check the queue: a request has ended."""
        if self.plan is not None:
            self.plan.queue.wake()

    def enqueue(self, request: Request) -> None:
        """Send a request as soon as the throttle of its host allows."""
        if self.plan is not None:
            self.plan.queue.enqueue(request)

    def enqueue_after_robots(self, request: Request, url: str) -> None:
        """Send a request once the robots.txt of a URL's origin is known."""
        if self.plan is not None:
            self.plan.queue.enqueue_after_robots(request, url)

    def verdict(self, url: str, token: str) -> Decision:
        """Return whether robots.txt allows a URL to a bot, if robots.txt is known."""
        policy = self.plan.queue.policies.get(urls.origin(url)) if self.plan is not None else None
        return policy.verdict(url, token) if policy is not None else Decision()

    def cannot_continue(self, error: Exception) -> None:
        """End the crawl: the disk is full or no file handle is left."""
        self.stop_because = self.stop_because or cannot_continue(error)
        self.wake()

    def count(self, what: str) -> None:
        """Increment a counter in Scrapy's stats."""
        if getattr(self, "crawler", None) is not None:
            self.crawler.stats.inc_value(f"audit/{what}")

    async def end(self, reason: str) -> None:
        """Record the close reason, once all items are stored."""
        if self.run is not None and self.run.rounds is not None:
            await self.run.rounds.stop()
        await self.reader.close()
        self.close_at_once(reason)

    def close_at_once(self, reason: str) -> None:
        """Record the close reason, or why the crawl could not go on."""
        if reason == FINISHED and self.stop_because is not None:
            reason = self.stop_because
        if self.plan is not None and self.run is not None:
            self.run.faults += self.plan.close(is_finished=reason == FINISHED)
            if self.own_errors:
                self.run.faults.append(
                    f"Internal errors: {self.own_errors:,} pages or sitemaps were not read. See"
                    " audit.log."
                )
            if reason == FINISHED and (dropped := self.plan.dropped + self._unstored()):
                self.run.faults.append(
                    f"{dropped:,} requests or items were dropped by a middleware or pipeline of"
                    " this Scrapy project: they are not checked."
                )
            self.run.end(reason)
            self.is_ended = True

    def _unstored(self) -> int:
        """Return the number of items that did not reach ParquetPipeline."""
        stats = self.crawler.stats
        assert stats is not None
        stored: int = sum(stats.get_value(f"audit/stored/{kind}", 0) for kind in _COUNTED)
        return max(0, self.yielded - stored)


def _is_disk_error(error: Exception) -> bool:
    """Return whether an error means that the disk is full or cannot be written."""
    from sitemap_audit.storage.duckdb import WRITE_ERRORS  # late: DuckDB comes with it

    return isinstance(error, (*WRITE_ERRORS, sqlite3.Error))
