"""The Scrapy spider of an audit: its ``start()`` yields all requests, its callbacks yield items.

Callbacks add discovered URLs to the loop, :class:`sitemap_audit.crawl.loop.CrawlLoop`. ``start()``
takes requests from it, a window ahead of Scrapy's scheduler.
"""

from __future__ import annotations

import asyncio
import re
import sqlite3
from contextlib import nullcontext
from dataclasses import replace
from functools import cached_property, wraps
from io import BytesIO
from types import MethodType
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from scrapy import Spider
from scrapy.exceptions import CloseSpider

from sitemap_audit.crawl import preparing
from sitemap_audit.crawl.crawl import Crawl
from sitemap_audit.crawl.question import QuestionTarget
from sitemap_audit.crawl.reachability import WRONG_USAGE
from sitemap_audit.crawl.second_tries import is_final
from sitemap_audit.errors import UsageError
from sitemap_audit.frontier.url_records import (
    PageTarget,
    SitemapTarget,
    page_target,
    sitemap_target,
)
from sitemap_audit.handlers.ignored_requests import CannotContinueError, Postponed, Stopped
from sitemap_audit.items import FoundBy, Role
from sitemap_audit.machine.interpreter import freeze_garbage_collection, release_memory
from sitemap_audit.masking import protect_logs
from sitemap_audit.middlewares.robots import tokens_of
from sitemap_audit.middlewares.robots_policies import RobotsPolicy
from sitemap_audit.parsing import urls
from sitemap_audit.reading.fetch import failed, fetched, meta_of, received_of, robots_of, spool_of
from sitemap_audit.reading.pages import page_links
from sitemap_audit.reading.robots_files import MAX_REDIRECTS, RobotsTarget, read_robots_item
from sitemap_audit.reading.sitemaps import FetchedSitemap, Piece, SitemapReading, is_sitemap
from sitemap_audit.reading.workers import LARGE
from sitemap_audit.spiders.subclasses import (
    process_page,
    sitemap_filter,
    split_arguments,
)
from sitemap_audit.storage.received import keep_received

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterable, Sequence
    from contextlib import AbstractContextManager

    from scrapy import Request
    from scrapy.crawler import Crawler
    from scrapy.http import Response
    from scrapy.settings import BaseSettings
    from twisted.python.failure import Failure

    from sitemap_audit.audit_targets import Target
    from sitemap_audit.crawl.loop import CrawlLoop
    from sitemap_audit.items import Entry, EntryBatch, Page, Robots, Sitemap
    from sitemap_audit.reading.facts import Fetch


class AuditSpider(Spider):
    """``scrapy crawl sitemap -a site=https://www.example.com``"""

    name = "sitemap"
    crawler: Crawler
    sitemap_rules: Sequence[tuple[str | re.Pattern[str], str | Callable[[Response], Any]]] = ()
    """Patterns of URLs, each with a method that gets the responses of such pages, as in
    SitemapSpider; pages of no pattern are audited, too."""
    _loop: CrawlLoop | None = None
    "None if no audit is prepared: a callback may be tried on a response."

    @cached_property
    def _crawl(self) -> Crawl:
        crawl = Crawl(getattr(self, "crawler", None), self)
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
                spider._loop = preparing.prepare(spider._crawl, given)
            except UsageError as error:
                preparing.log_once(spider, error)
                raise
        else:
            spider._read_page_first()
        return spider

    async def start(self) -> AsyncIterator[Request]:
        """Yield requests until there is nothing left to fetch."""
        crawl = self._crawl
        if self._loop is None:
            self.logger.error(preparing.not_prepared(self))
            raise CloseSpider(WRONG_USAGE)
        protect_logs(crawl.secrets)  # again, as Scrapy has replaced its log handler
        freeze_garbage_collection()
        try:
            async for request in self._loop.requests():
                if crawl.stop_because is not None:
                    break
                yield request
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
        if self._loop is not None:
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
        fetch, loop = fetched(response), self._loop
        if (link := fetch.redirect) is not None and link.url is not None:
            target = target._replace(redirects=target.redirects + 1)
            if loop is not None and target.redirects <= MAX_REDIRECTS:
                loop.follow_robots_redirect(target, fetch.target or link.url)
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
            if self._loop is not None and self._loop.reachability.is_unused_scheme(item):
                return []
            return [crawl.results.to_store(item)]
        except OSError as error:
            crawl.cannot_continue(error)
        except Exception:
            self.logger.exception("%s could not be read", url)
            crawl.own_errors += 1
            crawl.stop("an internal error, see audit.log")
        return []

    async def _parse_robots_body(
        self, target: RobotsTarget, url: str, fetch: Fetch, received: bytes
    ) -> Robots:
        """Parse a robots.txt, and keep its policy."""
        crawl, tokens = self._crawl, tokens_of(self._crawl.options)
        item, rules = await asyncio.to_thread(
            read_robots_item, next(crawl.ids), target, url, fetch, received, tokens
        )
        if crawl.is_audit and received:
            body = BytesIO(received)
            item.received_hash = await asyncio.to_thread(keep_received, crawl.run.folder, body)
        if crawl.is_audit:
            policy = RobotsPolicy(replace(item, robots_lines=[]), rules)
            crawl.queue.add_policy(target.origin, policy)
        return item

    async def parse_sitemap(
        self, response: Response, target: SitemapTarget | None = None
    ) -> AsyncIterator[EntryBatch | Sitemap]:
        """Read a sitemap: its entries in batches, then the sitemap itself.

        @url data:text/xml,<urlset><url><loc>https://www.example.com/</loc></url></urlset>
        @returns items 2
        """
        target = target or sitemap_target(response.url, FoundBy.GIVEN, None)
        fetch, crawl, loop = fetched(response), self._crawl, self._loop
        if loop is not None and loop.follow_respelled(target, fetch):
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
                        if crawl.filters_pages and not self._filter(response, piece.batch):
                            return
                        if loop is not None:
                            await loop.add_discovered(piece.discovered)
                        yield crawl.results.to_store(piece.batch)
                    else:
                        kept, site = self._resolve(piece)
                        piece.received_hash = await self._store_received(
                            response, is_page=site is not None
                        )
                        for each in kept:
                            yield crawl.results.to_store(each)
            if sitemap.redirect is not None and loop is not None:
                for each in loop.redirect_sitemap(sitemap.redirect):
                    yield crawl.results.to_store(each)

    def sitemap_filter(self, entries: Iterable[Entry]) -> Iterable[Entry]:
        """Override it to choose the pages to fetch: yield their entries, as in SitemapSpider.

        It gets the ``<url>`` entries of a sitemap, some thousand at a time. Those that it leaves
        out are checked, and their pages are not.
        """
        return entries

    def _filter(self, response: Response, batch: EntryBatch) -> bool:
        return sitemap_filter(self.sitemap_filter, response, batch, self._crawler_of_audit)

    @property
    def _crawler_of_audit(self) -> Crawler | None:
        return self.crawler if self._loop is not None else None

    def _resolve(self, item: Sitemap) -> tuple[list[Sitemap], Target | None]:
        """Return the sitemaps to store, and the site to audit if the URL is that of a page."""
        return self._loop.resolve(item) if self._loop is not None else ([item], None)

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
        """Store a sitemap as received; delete its temporary file."""
        spool, crawl = spool_of(response), self._crawl
        if not crawl.is_audit or spool is None:
            return None
        kept = None
        if not is_page and spool.stat().st_size:
            with spool.open("rb") as body:
                kept = await asyncio.to_thread(keep_received, crawl.run.folder, body)
        await asyncio.to_thread(spool.unlink, missing_ok=True)
        return kept

    async def parse_page(self, response: Response, target: PageTarget | None = None) -> list[Any]:
        """Read a page; return it, and what :meth:`process_page` makes of it.

        @url data:text/html,<title>Example</title>
        @returns items 1 1
        @scrapes url status title
        """
        target, fetch = target or page_target(response.url, Role.LISTED), fetched(response)
        if self._loop is not None and self._loop.follow_respelled(target, fetch):
            return []
        results: list[Any] = []
        for page in await self._read_page(target, fetch, meta_of(response), response.body):
            if target.role != Role.PROBE and is_final(target, page):
                hooked = process_page(self.process_page, response, page, self._crawler_of_audit)
                results = [each async for each in hooked if each is not page]
            results.insert(0, self._crawl.results.to_store(page))
        return results

    def process_page(self, response: Response, page: Page) -> Any:
        """Override it to extract more of a page than the audit does.

        Return or yield items, requests with a callback of yours, or nothing. It may be async. This
        one calls the method of the first of :attr:`sitemap_rules` for a page that returned 200.
        """
        for pattern, method in self.sitemap_rules if page.status == 200 else ():
            if re.search(pattern, page.url):
                called = getattr(self, method) if isinstance(method, str) else method
                return called(response)
        return None

    def _read_page_first(self) -> None:
        """Let ``process_page()`` be called with a response alone, as Scrapy's commands call it."""
        hook = type(self).process_page

        @wraps(hook)
        async def process_page(
            self: AuditSpider, response: Response, page: Page | None = None
        ) -> Any:
            if page is None:
                target = page_target(response.url, Role.LISTED)
                meta, fetch = meta_of(response), fetched(response)
                (page,) = await self._read_page(target, fetch, meta, response.body)
            return hook(self, response, page)

        self.process_page = MethodType(process_page, self)  # type: ignore[method-assign]  # of this spider alone

    async def _read_page(
        self, target: PageTarget, fetch: Fetch, meta: dict[str, Any], body: bytes = b""
    ) -> list[Page]:
        """Read a page, and add its redirect target and its links to the loop."""
        crawl = self._crawl
        with self._accounted(target):
            read = await crawl.read_page(target, fetch, meta, body)
            if self._loop is not None:
                self._loop.add_result(target, read, page_links(read.page))
                crawl.count("pages")
                if read.page.status is None:
                    crawl.count("failures")
            return [read.page]
        return []

    async def parse_question(self, response: Response, target: QuestionTarget) -> list[Any]:
        """Read the response to a request that a question makes, such as for a render."""
        with self._accounted(target):
            items = await target.question.parse(target.what, response)
            self._crawl.count(target.question.counter, len(items))
            return items
        return []

    async def errback(self, failure: Failure) -> list[Any]:
        """Store why a request has no response, or requeue a request that was not sent."""
        crawl = self._crawl
        request: Request = vars(failure)["request"]  # set by Scrapy
        target = request.cb_kwargs.get("target") or page_target(request.url, Role.LISTED)
        error = failure.value
        if isinstance(error, CannotContinueError):
            crawl.cannot_continue(error.cause)
        if isinstance(error, Postponed | Stopped | CannotContinueError):
            if self._loop is not None:
                self._loop.requeue(request, target, is_later=isinstance(error, Postponed))
            return []
        if isinstance(target, QuestionTarget):
            with self._accounted(target):
                items = await target.question.errback(target.what, failure, request)
                crawl.count(target.question.counter, len(items))
                return items
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

    def _accounted(
        self, target: PageTarget | SitemapTarget | QuestionTarget
    ) -> AbstractContextManager[None]:
        """Finish a target when the block ends; without an audit, only raise what it raises."""
        return nullcontext() if self._loop is None else self._loop.accounted(target)


def _is_disk_error(error: Exception) -> bool:
    """Return whether an error means that the disk is full or cannot be written."""
    from sitemap_audit.storage.duckdb import WRITE_ERRORS  # late: DuckDB comes with it

    return isinstance(error, (*WRITE_ERRORS, sqlite3.Error))
