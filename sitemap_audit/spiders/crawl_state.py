"""The state of a crawl, shared by the spider's callbacks, the phases and the pipelines."""

from __future__ import annotations

import asyncio
import itertools
from collections import Counter
from typing import TYPE_CHECKING, Any

from sitemap_audit.options import Options
from sitemap_audit.parsing import urls
from sitemap_audit.parsing.robots_rules import Decision
from sitemap_audit.parsing.scope import EVERYTHING
from sitemap_audit.reading.fetch import robots_of
from sitemap_audit.reading.pages import FetchedPage
from sitemap_audit.reading.pool import ReaderPool
from sitemap_audit.run_record import FINISHED
from sitemap_audit.spiders.callback_results import CallbackResults
from sitemap_audit.spiders.run import cannot_continue

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scrapy.crawler import Crawler

    from sitemap_audit.frontier.targets import PageTarget
    from sitemap_audit.reading.facts import Fetch
    from sitemap_audit.reading.pages import ReadPage
    from sitemap_audit.spiders.crawl_plan import CrawlPlan
    from sitemap_audit.spiders.request_queue import RequestQueue
    from sitemap_audit.spiders.run import AuditRun
    from sitemap_audit.spiders.sitemap import AuditSpider

MAX_PARALLEL_SITEMAPS = 2
"Maximum number of sitemaps to parse at once."


class Crawl:
    """The state of a crawl; it has no run and no plan if a callback is tried on a response."""

    def __init__(self, spider: AuditSpider) -> None:
        self.spider = spider
        self.options = Options()
        self.run: AuditRun | None = None
        self.plan: CrawlPlan | None = None
        self.reader = ReaderPool(0)
        self.assertion_tables: frozenset[str] = frozenset()
        "Tables of the facts that sitemaps assert about listed pages."
        self.scope = EVERYTHING
        "Include and exclude patterns for page URLs."
        self.filters_pages = False
        "Whether the spider's ``sitemap_filter()`` chooses the pages to fetch."
        self.ids: Iterator[int] = itertools.count(1)
        "Unique IDs of fetched items."
        self.own_errors = 0
        "Number of pages and sitemaps not read because of internal errors."
        self.results = CallbackResults(self)
        self.secrets: set[str] = set()
        "Secrets to mask in logs."
        self.unstored: set[str] = set()
        "Secrets to mask in stored files, too."
        self.unused_settings: list[str] = []
        "Names of the project's settings that options and the browser have been given without."
        self.unreachable: str | None = None
        "Sentences on why no site can be reached; None if one can."
        self.stop_because: str | None = None
        "Scrapy's close reason if the crawl cannot go on."
        self.has_yielded_all = False
        "Whether the spider's ``start()`` has yielded all requests."
        self.is_ended = False
        "Whether the end of the crawl has been recorded."
        self.slow_sitemaps: Counter[str] = Counter()
        "By host: number of sitemaps that exceeded the timeout."
        self.parse_slots = asyncio.Semaphore(MAX_PARALLEL_SITEMAPS)
        self.robots_lock = asyncio.Lock()
        "Allows one robots.txt to be parsed at a time, as it may take 60 MB."

    @property
    def crawler(self) -> Crawler:
        """The crawler of the spider."""
        return self.spider.crawler

    @property
    def queue(self) -> RequestQueue:
        """The requests that wait."""
        assert self.plan is not None
        return self.plan.queue

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

    def wake(self) -> None:
        """Make ``start()`` check the queue: a request has ended."""
        if self.plan is not None:
            self.plan.queue.wake()

    def verdict(self, url: str, token: str) -> Decision:
        """Return whether robots.txt allows a URL to a bot, if robots.txt is known."""
        policy = self.queue.policies.get(urls.origin(url))
        return policy.verdict(url, token) if policy is not None else Decision()

    def cannot_continue(self, error: Exception) -> None:
        """End the crawl: the disk is full or no file handle is left."""
        self.stop_because = self.stop_because or cannot_continue(error)
        self.wake()

    def count(self, what: str) -> None:
        """Increment a counter in Scrapy's stats."""
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
            if reason == FINISHED and not self.has_yielded_all:
                self.run.faults.append(
                    f"start() of {type(self.spider).__name__}, or a spider middleware, did not"
                    " yield all requests of super().start(): the others were not sent."
                )
            self.results.tell(self.run)
            if reason == FINISHED and (dropped := self.plan.dropped + self.results.lost):
                self.run.faults.append(
                    f"{dropped:,} requests or items were dropped by a middleware, pipeline or"
                    " callback of this Scrapy project: they are not checked."
                )
            self.run.end(reason)
            self.is_ended = True


def crawl_of(crawler: Crawler) -> Crawl | None:
    """Return the crawl of an audit; None if the crawler's spider is another one of the project."""
    crawl: Crawl | None = getattr(crawler.spider, "_crawl", None)
    return crawl
