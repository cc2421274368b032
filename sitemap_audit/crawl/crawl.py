"""What the parts of a crawl share: options, folder, reader, robots.txt, throttle, stats."""

from __future__ import annotations

import asyncio
import itertools
from collections import Counter
from typing import TYPE_CHECKING, Any, Protocol

from sitemap_audit.crawl.callback_results import CallbackResults
from sitemap_audit.machine.resources import no_handle_message
from sitemap_audit.options import Options
from sitemap_audit.parsing import urls
from sitemap_audit.parsing.robots_rules import Decision
from sitemap_audit.parsing.scope import EVERYTHING
from sitemap_audit.reading.fetch import robots_of
from sitemap_audit.reading.pages import FetchedPage
from sitemap_audit.reading.pool import ReaderPool

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from scrapy.crawler import Crawler

    from sitemap_audit.crawl.request_queue import RequestQueue
    from sitemap_audit.crawl.run import AuditRun
    from sitemap_audit.frontier.url_records import PageTarget
    from sitemap_audit.reading.facts import Fetch
    from sitemap_audit.reading.pages import ReadPage

MAX_PARALLEL_SITEMAPS = 2
"Maximum number of sitemaps to parse at once."


class Callbacks(Protocol):
    """The callbacks of the spider, of which requests are made."""

    @property
    def parse_robots(self) -> Callable[..., Any]: ...
    @property
    def parse_sitemap(self) -> Callable[..., Any]: ...
    @property
    def parse_page(self) -> Callable[..., Any]: ...
    @property
    def parse_question(self) -> Callable[..., Any]: ...
    @property
    def errback(self) -> Callable[..., Any]: ...


class Rounds(Protocol):
    """Rounds in which a cluster fetches the pages of an audit."""

    since: int
    "First ID of the pages that they fetch."
    not_fetched: set[int]
    "Keys of pages that could not be fetched on the cluster."
    progress: str | None
    "How far the present round is; None if there is none."
    ended: list[str]
    "Sentences on ended rounds that were not shown yet."

    async def fetch(self, crawl: Crawl) -> None:
        """Fetch the pages until few are left."""

    async def stop(self) -> None:
        """End the present round; what was fetched is kept."""


class Crawl:
    """A crawl; it has no run and no queue if a callback is tried on a response."""

    run: AuditRun
    queue: RequestQueue

    def __init__(self, crawler: Crawler | None, callbacks: Callbacks) -> None:
        self._crawler, self.callbacks = crawler, callbacks
        self.is_audit = False
        "Whether it has a run and a queue."
        self.options = Options()
        self.reader = ReaderPool(0)
        self.rounds: Rounds | None = None
        "What fetches the pages on a cluster; None if this process does."
        self.assertion_tables: frozenset[str] = frozenset()
        "Tables of the facts that sitemaps assert about listed pages."
        self.scope = EVERYTHING
        "Include and exclude patterns for page URLs."
        self.filters_pages = False
        "Whether the spider's ``sitemap_filter()`` chooses the pages to fetch."
        self.ids: Iterator[int] = itertools.count(1)
        "Unique IDs of fetched items."
        self.results = CallbackResults()
        self.own_errors = 0
        "Number of URLs that were not read because of internal errors."
        self.secrets: set[str] = set()
        "Secrets to mask in logs."
        self.hidden: set[str] = set()
        "Those of them to mask in stored files, too: none that may be a plain word."
        self.unused_settings: list[str] = []
        "Names of the project's settings that options and the browser have been given without."
        self.unreachable: str | None = None
        "Sentences on why no site can be reached; None if one can."
        self.stop_because: str | None = None
        "Scrapy's close reason if the crawl cannot go on."
        self.slow_sitemaps: Counter[str] = Counter()
        "By host: number of sitemaps that exceeded the timeout."
        self.parse_slots = asyncio.Semaphore(MAX_PARALLEL_SITEMAPS)
        self.robots_lock = asyncio.Lock()
        "Allows one robots.txt to be parsed at a time, as it may take 60 MB."

    @property
    def crawler(self) -> Crawler:
        """The crawler of the spider."""
        assert self._crawler is not None
        return self._crawler

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
            with_outlinks=self.options.crawl,
        )
        if self.is_audit:
            self.queue.add_page_size(len(body))
        return await self.reader.read_page(page)

    def verdict(self, url: str, token: str) -> Decision:
        """Return whether robots.txt allows a URL to a bot, if robots.txt is known."""
        policy = self.queue.policies.get(urls.origin(url))
        return policy.verdict(url, token) if policy is not None else Decision()

    def stop(self, because: str) -> None:
        """End the crawl; ``because`` is Scrapy's close reason, unless there is one already."""
        self.stop_because = self.stop_because or because
        if self.is_audit:
            self.queue.wake()

    def cannot_continue(self, error: Exception) -> None:
        """End the crawl: the disk is full or no file handle is left."""
        self.stop(no_handle_message(error) or f"cannot write: {error}")

    def count(self, what: str, number: int = 1) -> None:
        """Increment a counter in Scrapy's stats."""
        self.crawler.stats.inc_value(f"audit/{what}", number)


def crawl_of(crawler: Crawler) -> Crawl | None:
    """Return the crawl of an audit; None if the crawler's spider is another one of the project."""
    crawl: Crawl | None = getattr(crawler.spider, "_crawl", None)
    return crawl
