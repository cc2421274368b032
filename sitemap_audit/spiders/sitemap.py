"""The Scrapy spider of an audit: its callbacks yield items, its ``start()`` yields all requests.

Callbacks add discovered URLs to the frontier. ``start()`` takes requests from it, a window ahead of
Scrapy's scheduler, and ends when no URL waits and no request is in flight.
"""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import contextmanager
from dataclasses import replace
from functools import cached_property
from io import BytesIO
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

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
from sitemap_audit.parsing import urls
from sitemap_audit.reading.fetch import failed, fetched, meta_of, received_of, robots_of, spool_of
from sitemap_audit.reading.pages import ReadPage, page_links
from sitemap_audit.reading.robots import MAX_REDIRECTS, RobotsTarget, read_robots_item
from sitemap_audit.reading.sitemaps import FetchedSitemap, Piece, SitemapReading, is_sitemap
from sitemap_audit.reading.workers import LARGE
from sitemap_audit.spiders import preparing
from sitemap_audit.spiders.crawl_state import Crawl
from sitemap_audit.spiders.reachability import WRONG_USAGE
from sitemap_audit.spiders.retries import is_final
from sitemap_audit.spiders.subclasses import (
    process_page,
    read_page_first,
    sitemap_filter,
    split_arguments,
)
from sitemap_audit.storage.received import keep_received

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterable, Iterator

    from scrapy import Request
    from scrapy.crawler import Crawler
    from scrapy.http import Response
    from scrapy.settings import BaseSettings
    from twisted.python.failure import Failure

    from sitemap_audit.items import Entry, EntryBatch, Page, Robots, Sitemap
    from sitemap_audit.reading.facts import Fetch
    from sitemap_audit.targets import Target


class AuditSpider(Spider):
    """``scrapy crawl sitemap -a site=https://www.example.com``"""

    name = "sitemap"
    crawler: Crawler

    @cached_property
    def _crawl(self) -> Crawl:
        crawl = Crawl(self)
        crawl.filters_pages = type(self).sitemap_filter is not AuditSpider.sitemap_filter
        return crawl

    @classmethod
    def update_settings(cls, settings: BaseSettings) -> None:
        """Add the settings of an audit to those of the project and ``custom_settings``."""
        super().update_settings(settings)
        preparing.add_addon(settings)

    @classmethod
    def from_crawler(  # type: ignore[override]  # spider arguments may have any name
        cls, crawler: Crawler, /, *args: Any, **kwargs: Any
    ) -> AuditSpider:
        """Make the spider of an audit.

        Args:
            run: an AuditRun that was created before; or
            resume: the folder of an audit to resume; or
            site: the URL of a site, or several separated by commas, and
            config: a TOML file, and any option of :mod:`sitemap_audit.options`. Arguments win
                over the setting SITEMAP_AUDIT, and that over the file. Parameters and attributes
                that a subclass adds are passed to it.

        Raises:
            UsageError: an argument is invalid, or a setting is not allowed.
        """
        own, given = split_arguments(cls, AuditSpider, kwargs)
        spider = cls(*args, **own)
        spider._set_crawler(crawler)
        if preparing.is_audit(crawler):
            try:
                preparing.prepare(spider._crawl, given)
            except UsageError as error:
                preparing.log_once(spider, error)
                raise
        else:
            read_page_first(spider)
        return spider

    async def start(self) -> AsyncIterator[Request]:
        """Yield requests until there is nothing left to fetch."""
        crawl = self._crawl
        if crawl.plan is None:
            self.logger.error(preparing.not_prepared(self))
            raise CloseSpider(WRONG_USAGE)
        protect_logs(crawl.secrets)  # again, as Scrapy has replaced its log handler
        freeze_garbage_collection()
        try:
            async for request in crawl.plan.requests():
                if crawl.stop_because is not None:
                    break
                yield request
            crawl.has_yielded_all = True
        except Exception as error:
            if not _is_disk_error(error):
                raise
            crawl.cannot_continue(error)
        if crawl.stop_because is not None:
            raise CloseSpider(crawl.stop_because)

    async def parse(self, response: Response, **_: Any) -> AsyncIterator[Any]:
        """Read a robots.txt, a sitemap or a page, whichever it is: ``scrapy parse URL``.

        @url data:text/plain,https://www.example.com/
        @returns items 2 2
        """
        if self._crawl.plan is not None:
            self.logger.warning(
                "%s is not read: its request has no callback, and is none of the audit",
                response.url,
            )
        elif urlsplit(response.url).path == "/robots.txt":
            for robots in await self.parse_robots(response):
                yield robots
        elif is_sitemap(response.url, fetched(response), response.body):
            async for each in self.parse_sitemap(response):
                yield each
        else:
            for page in await self.parse_page(response):
                yield page

    async def parse_robots(
        self, response: Response, target: RobotsTarget | None = None
    ) -> list[Robots]:
        """Read a robots.txt, or follow its redirect.

        @url data:text/plain,User-agent:%20*
        @returns items 1 1
        @scrapes origin policy robots_lines
        """
        target = target or RobotsTarget(urls.origin(response.url))
        fetch, plan = fetched(response), self._crawl.plan
        if (link := fetch.redirect) is not None and link.url is not None:
            target = target._replace(redirects=target.redirects + 1)
            if plan is not None and target.redirects <= MAX_REDIRECTS:
                plan.follow_robots_redirect(target, fetch.target or link.url)
                return []
        return await self._read_robots(target, response.url, fetch, response)

    async def _read_robots(
        self, target: RobotsTarget, url: str, fetch: Fetch, response: Response | None = None
    ) -> list[Robots]:
        crawl = self._crawl
        try:
            async with crawl.robots_lock:
                received = await asyncio.to_thread(received_of, response) if response else b""
                item = await self._parse_robots_body(target, url, fetch, received)
                if (item.bytes or 0) >= LARGE:
                    await asyncio.to_thread(release_memory)
            if crawl.plan is not None and crawl.plan.reachability.is_unused_scheme(item):
                return []
            return [crawl.results.to_store(item)]
        except OSError as error:
            crawl.cannot_continue(error)
        except Exception:
            self.logger.exception("%s could not be read", url)
            crawl.own_errors += 1
            crawl.stop_because = "an internal error, see audit.log"
            crawl.wake()
        return []

    async def _parse_robots_body(
        self, target: RobotsTarget, url: str, fetch: Fetch, received: bytes
    ) -> Robots:
        """Parse a robots.txt and add its policy to the plan."""
        tokens, run, plan = tokens_of(self._crawl.options), self._crawl.run, self._crawl.plan
        item, rules = await asyncio.to_thread(
            read_robots_item, target, url, fetch, received, tokens
        )
        if run is not None and received and self._crawl.options.keep_received:
            body = BytesIO(received)
            item.received_hash = await asyncio.to_thread(keep_received, run.folder, body)
        if plan is not None:
            policy = RobotsPolicy(replace(item, robots_lines=[]), rules)
            plan.queue.add_policy(target.origin, policy)
        return item

    async def parse_sitemap(
        self, response: Response, target: SitemapTarget | None = None
    ) -> AsyncIterator[EntryBatch | Sitemap]:
        """Read a sitemap: its entries in batches, then the sitemap itself.

        @url data:text/xml,<urlset><url><loc>https://www.example.com/</loc></url></urlset>
        @returns items 2
        """
        target = target or sitemap_target(response.url, FoundBy.GIVEN, None)
        fetch, crawl, plan = fetched(response), self._crawl, self._crawl.plan
        if plan is not None and plan.follow_respelled(target, fetch):
            return
        with self._accounted(target):
            meta = meta_of(response)
            sitemap = FetchedSitemap(
                id=next(crawl.ids),
                target=target,
                fetch=fetch,
                robots=robots_of(meta).robots,
                stopped_by=meta.get("stopped_by"),
                assertion_tables=crawl.assertion_tables,
                scope=crawl.scope,
            )
            if sitemap.stopped_by == "time":
                crawl.slow_sitemaps[urls.host(target.url)] += 1
            async with crawl.parse_slots:
                async for piece in self._pieces(sitemap, response):
                    if isinstance(piece, Piece):
                        if crawl.filters_pages and not sitemap_filter(self, response, piece.batch):
                            return
                        if plan is not None:
                            await plan.add_discovered(piece.discovered)
                        yield crawl.results.to_store(piece.batch)
                    else:
                        kept, site = self._resolve(piece)
                        piece.received_hash = await self._store_received(
                            response, is_page=site is not None
                        )
                        for each in kept:
                            yield crawl.results.to_store(each)
            if sitemap.redirect is not None and plan is not None:
                for each in plan.redirect_sitemap(sitemap.redirect):
                    yield crawl.results.to_store(each)

    def sitemap_filter(self, entries: Iterable[Entry]) -> Iterable[Entry]:
        """Override it to choose the pages to fetch: yield their entries, as in SitemapSpider.

        It gets the ``<url>`` entries of a sitemap, some thousand at a time. Those that it leaves
        out are checked, and their pages are not.
        """
        return entries

    def _resolve(self, item: Sitemap) -> tuple[list[Sitemap], Target | None]:
        """Return the sitemaps to store, and the site to audit if the URL is that of a page."""
        plan = self._crawl.plan
        return plan.resolve(item) if plan is not None else ([item], None)

    async def _pieces(
        self, sitemap: FetchedSitemap, response: Response
    ) -> AsyncIterator[Piece | Sitemap]:
        if (spool := spool_of(response)) is not None:
            async for piece in self._crawl.reader.read_sitemap(sitemap, spool):
                yield piece
            return
        reading = SitemapReading(sitemap)
        for piece in reading.pieces([response.body]):
            yield piece
        yield reading.item

    async def _store_received(self, response: Response, *, is_page: bool) -> str | None:
        """Store a sitemap as received if ``keep_received`` is set; delete its temporary file."""
        spool, run = spool_of(response), self._crawl.run
        if run is None or spool is None:
            return None
        kept = None
        if self._crawl.options.keep_received and not is_page and spool.stat().st_size:
            with spool.open("rb") as body:
                kept = await asyncio.to_thread(keep_received, run.folder, body)
        await asyncio.to_thread(spool.unlink, missing_ok=True)
        return kept

    async def parse_page(self, response: Response, target: PageTarget | None = None) -> list[Any]:
        """Read a page; return it, and what :meth:`process_page` makes of it.

        @url data:text/html,<title>Example</title>
        @returns items 1 1
        @scrapes url status title
        """
        target, fetch = target or page_target(response.url, Role.LISTED), fetched(response)
        plan = self._crawl.plan
        if plan is not None and plan.follow_respelled(target, fetch):
            return []
        results: list[Any] = []
        for page in await self._read_page(target, fetch, meta_of(response), response.body):
            if target.role != Role.PROBE and is_final(target, page):
                hooked = process_page(self, response, page)
                results = [each async for each in hooked if each is not page]
            results.insert(0, self._crawl.results.to_store(page))
        return results

    def process_page(self, response: Response, page: Page) -> Any:
        """Override it to extract more of a page than the audit does.

        Return or yield items, requests with a callback of yours, or nothing. It may be async.
        """

    async def _read_page(
        self, target: PageTarget, fetch: Fetch, meta: dict[str, Any], body: bytes = b""
    ) -> list[Page]:
        with self._accounted(target):
            read = await self._crawl.read_page(target, fetch, meta, body)
            self._add_result(target, read)
            return [read.page]
        return []

    def _add_result(self, target: PageTarget, read: ReadPage) -> None:
        """Add the redirect target and the links of a page to the plan."""
        crawl = self._crawl
        if crawl.plan is not None:
            crawl.plan.add_result(target, read, page_links(read.page))
            crawl.count("pages")
            if read.page.status is None:
                crawl.count("failures")

    async def errback(self, failure: Failure) -> list[Page | Sitemap | Robots]:
        """Store why a request has no response, or requeue a request that was not sent."""
        crawl = self._crawl
        request: Request = vars(failure)["request"]  # set by Scrapy
        target: PageTarget | SitemapTarget | RobotsTarget = request.cb_kwargs.get(
            "target"
        ) or page_target(request.url, Role.LISTED)
        error = failure.value
        if isinstance(error, CannotContinueError):
            crawl.cannot_continue(error.cause)
        if isinstance(error, Postponed | Stopped | CannotContinueError):
            self._requeue(request, target, is_later=isinstance(error, Postponed))
            return []
        fetch = failed(failure, request)
        if isinstance(target, PageTarget):
            pages = await self._read_page(target, fetch, request.meta)
            return [crawl.results.to_store(page) for page in pages]
        if isinstance(target, RobotsTarget):
            return list(await self._read_robots(target, request.url, fetch))
        with self._accounted(target):
            crawl.count("failures")
            meta = request.meta
            robots, stopped_by = robots_of(meta).robots, meta.get("stopped_by")
            sitemap = FetchedSitemap(next(crawl.ids), target, fetch, robots, stopped_by)
            kept, _ = self._resolve(SitemapReading(sitemap).item)
            return [crawl.results.to_store(each) for each in kept]
        return []

    def _requeue(self, request: Request, target: Any, *, is_later: bool) -> None:
        """Requeue a request that was not sent, unless the crawl ends."""
        plan = self._crawl.plan
        if plan is None:
            return
        if isinstance(target, PageTarget):
            tries = request.meta.get("retry_times", 0)
            plan.put_back(target if target.is_second else target._replace(tries=tries))
        elif is_later:
            plan.queue.enqueue(request.copy())  # the engine still knows this one
        elif isinstance(target, RobotsTarget):
            plan.queue.cancel_robots(target.origin)
        else:
            plan.finish(target)

    @contextmanager
    def _accounted(self, target: PageTarget | SitemapTarget) -> Iterator[None]:
        """Mark a target as finished when the block ends; count exceptions as internal errors."""
        crawl = self._crawl
        try:
            yield
        except (OSError, sqlite3.Error) as error:
            crawl.cannot_continue(error)
        except Exception:
            crawl.own_errors += 1
            self.logger.exception("%s could not be read", target.requested)
        finally:
            if crawl.plan is not None:
                crawl.plan.finish(target)
                if isinstance(target, SitemapTarget):
                    crawl.count("sitemaps")


def _is_disk_error(error: Exception) -> bool:
    """Return whether an error means that the disk is full or cannot be written."""
    from sitemap_audit.storage.duckdb import WRITE_ERRORS  # late: DuckDB comes with it

    return isinstance(error, (*WRITE_ERRORS, sqlite3.Error))
