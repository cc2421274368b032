"""The spider: which URL next, and why. It neither parses nor judges.

``start()`` is the one pump. What is read tells the frontier what it points to; the pump alone gives
out what is to be fetched, a window ahead of Scrapy's scheduler, and ends when nothing waits and
nothing is under way.
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
from sitemap_audit.reading.pages import FetchedPage, ReadPage, pointers_of
from sitemap_audit.reading.pool import ReaderPool
from sitemap_audit.reading.robots import MAX_REDIRECTS, RobotsTarget, read_robots_item
from sitemap_audit.reading.sitemaps import FetchedSitemap, Piece, SitemapReading
from sitemap_audit.reading.workers import LARGE
from sitemap_audit.spiders import preparing, requests
from sitemap_audit.spiders.first_contact import WRONG_USAGE
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

READ_AT_ONCE = 2
"Sitemaps that are read at once."
MOST_CUT = 8
"""Sitemaps of one host that may come slowly and still not end: further ones are to be there within
the timeout, as any page. A host may list thousands that drip, each for minutes."""
_COUNTED = ("Robots", "Sitemap", "EntryBatch", "Page")


class SitemapSpider(Spider):
    """``scrapy crawl sitemap -a site=https://www.example.com``"""

    name = "sitemap"
    crawler: Crawler
    run: AuditRun | None = None
    plan: CrawlPlan | None = None
    "What is to be fetched; None where a callback is tried on a saved response."
    usage_error: str | None = None
    "Why there is no audit, as a sentence."

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.options = Options()
        self.reader = ReaderPool(0)
        self.seeks: frozenset[str] = frozenset()
        "Tables of what is looked for in listed pages."
        self.scope = EVERYTHING
        "Pages that may be fetched, by their URLs."
        self.ids: Iterator[int] = itertools.count(1)
        "Numbers of what is fetched, unlike any others of the audit."
        self.own_errors = 0
        "Pages and sitemaps that an error of ours kept from being read."
        self.made = 0
        "Items of robots.txt, sitemaps, entries and pages that the callbacks gave."
        self.secrets: set[str] = set()
        "What no log may hold."
        self.unstored: set[str] = set()
        "Those of them that nothing stored may hold."
        self.stop_because: str | None = None
        "Why the crawl cannot go on, as Scrapy's close reason."
        self._slow_sitemaps: Counter[str] = Counter()
        "By host: sitemaps that came slowly and did not end."
        self._room = asyncio.Semaphore(READ_AT_ONCE)
        self._robots_in_turn = asyncio.Lock()
        "One robots.txt is read at a time: it may take 60 MB."

    @classmethod
    def from_crawler(  # type: ignore[override]  # an argument may be called like a parameter
        cls, crawler: Crawler, /, *args: Any, **kwargs: Any
    ) -> SitemapSpider:
        """Make the spider of an audit.

        Args:
            run: one that is begun; or else
            resume: the folder of one that was stopped; or else
            site: the URL of a site, or several with commas between, and
            config: a TOML file, and any option of :mod:`sitemap_audit.options`. The setting
                SITEMAP_AUDIT holds options too; an argument wins over it, and it over the file.
        """
        spider = cls(*args)
        spider._set_crawler(crawler)
        try:
            preparing.prepare(spider, kwargs)
        except UsageError as error:
            spider.usage_error = str(error)
        return spider

    async def start(self) -> AsyncIterator[Request]:
        """Give out requests until there is nothing left to fetch."""
        if self.usage_error or self.plan is None:
            self.logger.error(self.usage_error)
            raise CloseSpider(WRONG_USAGE)
        protect_logs(self.secrets)  # again: Scrapy has made its log's handler anew since
        self.plan.connect(self.crawler)
        freeze_garbage_collection()
        try:
            async for request in self.plan.requests():
                if self.stop_because is not None:
                    break
                yield request
        except Exception as error:
            if not _is_of_the_disk(error):
                raise
            self.cannot_continue(error)
        if self.stop_because is not None:
            raise CloseSpider(self.stop_because)

    async def parse_robots(
        self, response: Response, target: RobotsTarget | None = None
    ) -> list[Robots]:
        """Read a robots.txt, or follow where it redirects to."""
        target = target or RobotsTarget(urls.origin(response.url))
        fetch = fetched(response)
        if (link := fetch.redirect) is not None and link.url is not None:
            target = target._replace(redirects=target.redirects + 1)
            if self.plan is not None and target.redirects <= MAX_REDIRECTS:
                self.plan.follow_robots(target, link.url)
                return []
        return await self._read_robots(target, response.url, fetch, response)

    async def _read_robots(
        self, target: RobotsTarget, url: str, fetch: Fetch, response: Response | None = None
    ) -> list[Robots]:
        try:
            async with self._robots_in_turn:
                received = await asyncio.to_thread(received_of, response) if response else b""
                item = await self._robots(target, url, fetch, received)
                if (item.bytes or 0) >= LARGE:
                    await asyncio.to_thread(release_memory)
            if self.plan is not None and self.plan.first_contact.is_vain(item):
                return []
            self.made += 1
            return [item]
        except OSError as error:
            self.cannot_continue(error)
        except Exception:
            self.logger.exception("%s could not be read", url)
            self.own_errors += 1
            self.stop_because = "an internal error, see audit.log"
            self.wake()
        return []

    async def _robots(
        self, target: RobotsTarget, url: str, fetch: Fetch, received: bytes
    ) -> Robots:
        tokens = tokens_of(self.options)
        item, rules = await asyncio.to_thread(
            read_robots_item, target, url, fetch, received, tokens
        )
        if self.run is not None and received and self.options.keep_received:
            body = BytesIO(received)
            item.received_hash = await asyncio.to_thread(keep_received, self.run.folder, body)
        if self.plan is not None:
            policy = RobotsPolicy(replace(item, robots_lines=[]), rules)
            self.plan.pump.learn(target.origin, policy)
        return item

    async def parse_sitemap(
        self, response: Response, target: SitemapTarget | None = None
    ) -> AsyncIterator[EntryBatch | Sitemap]:
        """Read a sitemap: its entries in batches, then the sitemap itself."""
        target = target or sitemap_target(response.url, FoundBy.GIVEN, None)
        with self._accounted(target):
            came = FetchedSitemap.of(
                next(self.ids), target, fetched(response), meta_of(response), self.seeks, self.scope
            )
            if came.stopped_by == "time":
                self._slow_sitemaps[urls.host(target.url)] += 1
            async with self._room:
                async for piece in self._pieces(came, response):
                    if isinstance(piece, Piece):
                        if self.plan is not None:
                            await self.plan.take_offer(piece.offer)
                        self.made += 1
                        yield piece.batch
                    else:
                        kept, site = self._settled(piece)
                        piece.received_hash = await self._keep(response, is_page=site is not None)
                        for each in kept:
                            yield each
            if came.redirect is not None and self.plan is not None:
                for each in self.plan.redirect_sitemap(came.redirect):
                    self.made += 1
                    yield each

    def _settled(self, item: Sitemap) -> tuple[list[Sitemap], Target | None]:
        """What to keep of a sitemap that was read, and the site where it is a page of one."""
        kept, site = self.plan.settle(item) if self.plan is not None else ([item], None)
        self.made += len(kept)
        return kept, site

    async def _pieces(
        self, came: FetchedSitemap, response: Response
    ) -> AsyncIterator[Piece | Sitemap]:
        if (spool := spool_of(response)) is not None:
            async for piece in self.reader.read_sitemap(came, spool):
                yield piece
            return
        reading = SitemapReading(came)
        for piece in reading.pieces([response.body]):
            yield piece
        yield reading.item

    async def _keep(self, response: Response, *, is_page: bool) -> str | None:
        """Keep a sitemap as received, if ``keep_received`` is set, and remove its file."""
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
        target = target or page_target(response.url, Role.LISTED)
        return await self._read_page(target, fetched(response), meta_of(response), response.body)

    async def _read_page(
        self, target: PageTarget, fetch: Fetch, meta: dict[str, Any], body: bytes = b""
    ) -> list[Page]:
        with self._accounted(target):
            read = await self.read_page(target, fetch, meta, body)
            self._note(target, read)
            self.made += 1
            return [read.page]
        return []

    async def read_page(
        self, target: PageTarget, fetch: Fetch, meta: dict[str, Any], body: bytes
    ) -> ReadPage:
        """Read what was fetched of a page, and give it an ID."""
        page = FetchedPage(
            id=next(self.ids),
            target=target,
            fetch=fetch,
            robots=robots_of(meta),
            token=self.options.robots_token,
            body=body,
            most=self.options.max_page_bytes,
        )
        if self.plan is not None:
            self.plan.pump.note_size(len(body))
        return await self.reader.read_page(page)

    def _note(self, target: PageTarget, read: ReadPage) -> None:
        """Tell the plan where a page leads."""
        if self.plan is not None:
            self.plan.note(target, read, pointers_of(read.page))
            self.count("pages")
            if read.page.status is None:
                self.count("failures")

    async def errback(self, failure: Failure) -> list[Page | Sitemap | Robots]:
        """Note a request that brought no response, or give it back to the frontier."""
        request: Request = failure.request  # type: ignore[attr-defined]  # Scrapy sets it
        target: PageTarget | SitemapTarget | RobotsTarget = request.cb_kwargs["target"]
        error = failure.value
        if isinstance(error, CannotContinueError):
            self.cannot_continue(error.cause)
        if isinstance(error, Postponed | Stopped | CannotContinueError):
            self._give_back(request, target, is_later=isinstance(error, Postponed))
            return []
        fetch = failed(failure, request)
        if isinstance(target, PageTarget):
            return list(await self._read_page(target, fetch, request.meta))
        if isinstance(target, RobotsTarget):
            return list(await self._read_robots(target, request.url, fetch))
        with self._accounted(target):
            self.count("failures")
            came = FetchedSitemap.of(next(self.ids), target, fetch, request.meta, self.seeks)
            return list(self._settled(SitemapReading(came).item)[0])
        return []

    def _give_back(self, request: Request, target: Any, *, is_later: bool) -> None:
        """A request that was not made: it is made later, or the crawl ends."""
        if self.plan is None:
            return
        if isinstance(target, PageTarget):
            tries = request.meta.get("retry_times", 0)
            self.plan.put_back(target._replace(tries=tries))
        elif is_later:
            self.plan.pump.give_out(request.copy())  # the engine still knows this one
        elif isinstance(target, RobotsTarget):
            self.plan.pump.forget(target.origin)
        else:
            self.plan.finish(target)

    @contextmanager
    def _accounted(self, target: PageTarget | SitemapTarget) -> Iterator[None]:
        """What was given out is given back, whatever happens: the pump waits for nothing lost."""
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
        """The request of a sitemap."""
        assert self.run is not None
        is_patient = self._slow_sitemaps[urls.host(target.url)] < MOST_CUT
        return requests.sitemap_request(self, target, self.run.spool, may_be_slow=is_patient)

    def wake(self) -> None:
        """Have the pump look: something has ended."""
        if self.plan is not None:
            self.plan.pump.wake()

    def give_out(self, request: Request) -> None:
        """Have a request made when its host may get one."""
        if self.plan is not None:
            self.plan.pump.give_out(request)

    def admit(self, request: Request, url: str) -> None:
        """Have a request made once the robots.txt of a URL's origin is known."""
        if self.plan is not None:
            self.plan.pump.admit(request, url)

    def verdict(self, url: str, token: str) -> Decision:
        """What robots.txt says of a URL to a bot, where it is known."""
        policy = self.plan.pump.policies.get(urls.origin(url)) if self.plan is not None else None
        return policy.verdict(url, token) if policy is not None else Decision()

    def cannot_continue(self, error: Exception) -> None:
        """The disk is full or no file handle is left: the crawl ends."""
        self.stop_because = self.stop_because or cannot_continue(error)
        self.wake()

    async def flush(self) -> None:
        """Have what is stored written; whoever stores items says how."""

    def count(self, what: str) -> None:
        """Count in Scrapy's stats."""
        if getattr(self, "crawler", None) is not None:
            self.crawler.stats.inc_value(f"audit/{what}")

    async def end(self, reason: str) -> None:
        """Note how the crawl ended, once all that was fetched is read and stored."""
        await self.reader.close()
        self.close_at_once(reason)

    def close_at_once(self, reason: str) -> None:
        """Note how the crawl ended; it did not end well where the last part could not be stored."""
        if reason == FINISHED and self.stop_because is not None:
            reason = self.stop_because
        if self.plan is not None and self.run is not None:
            self.run.faults += self.plan.close(is_finished=reason == FINISHED)
            if self.own_errors:
                self.run.faults.append(
                    f"Internal errors: {self.own_errors:,} pages or sitemaps were not read. See"
                    " audit.log."
                )
            if reason == FINISHED and (dropped := self.plan.lost + self._unstored()):
                self.run.faults.append(
                    f"{dropped:,} requests or items were dropped by a middleware or pipeline of"
                    " this Scrapy project: they are not checked."
                )
            self.run.end(reason)

    def _unstored(self) -> int:
        """Items that did not get as far as the pipeline that stores them."""
        stats = self.crawler.stats
        assert stats is not None
        stored: int = sum(stats.get_value(f"audit/stored/{kind}", 0) for kind in _COUNTED)
        return max(0, self.made - stored)


def _is_of_the_disk(error: Exception) -> bool:
    """Whether an error says that the disk is full or cannot be written."""
    from sitemap_audit.storage.duckdb import WRITE_ERRORS  # late: DuckDB comes with it

    return isinstance(error, (*WRITE_ERRORS, sqlite3.Error))
