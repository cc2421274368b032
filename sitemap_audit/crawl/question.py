"""Questions about a site that are asked once its pages are stored: further requests."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections import deque
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple, TypeVar

from scrapy import Request

from sitemap_audit.crawl_settings import FLUSH, OWN_ROBOTS
from sitemap_audit.handlers.engine import is_scraping
from sitemap_audit.reading.fetch import failed, fetched

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from scrapy.http import Response
    from twisted.python.failure import Failure

    from sitemap_audit.crawl.crawl import Crawl
    from sitemap_audit.reading.facts import Fetch
    from sitemap_audit.storage import Store

TargetT = TypeVar("TargetT")


class QuestionTarget(NamedTuple):
    """The target of a request that a question makes."""

    question: Question[Any]
    what: Any
    "A target of the question."
    key: int
    "Number of the request."

    @property
    def url(self) -> str:
        """The URL whose robots.txt applies."""
        url: str = self.what.url
        return url


class FetchResult(NamedTuple):
    """How a request has ended."""

    fetch: Fetch
    meta: dict[str, Any]
    body: bytes = b""


class Question(ABC, Generic[TargetT]):
    """A question: which targets to request by what is stored, and which item a response makes."""

    window = 4
    "Maximum number of requests in flight."
    tables: ClassVar[tuple[str, ...]] = ()
    "Stored tables that :meth:`select` reads."
    counter: ClassVar[str] = ""
    "Name in Scrapy's stats: how many targets have ended."

    def __init__(self, crawl: Crawl) -> None:
        self.crawl = crawl
        self.next_targets: deque[TargetT] = deque()
        "Targets to request next; a response may add others."
        self.in_flight = self._requests = 0

    async def begin(self) -> None:
        """Select the targets, once all items are stored."""
        await flush_stored(self.crawl)
        self.next_targets.extend(await asyncio.to_thread(self._select))

    def _select(self) -> Iterable[TargetT]:
        from sitemap_audit.storage.duckdb import DuckDBStore  # late: DuckDB comes with it

        with DuckDBStore(self.crawl.run.folder, tables=self.tables) as store:
            return [*self.select(store)]

    def select(self, store: Store) -> Iterable[TargetT]:
        """Return the targets that were not requested yet, in order; used by :meth:`begin`."""
        raise NotImplementedError

    def next_target(self) -> TargetT | None:
        """Return the next target; None if there is none, or none yet."""
        return self.next_targets.popleft() if self.next_targets else None

    def next_requests(self, in_flight: int) -> Iterator[Request]:
        """Yield requests until the window is full."""
        self.in_flight = in_flight
        while self.in_flight < self.window and (target := self.next_target()) is not None:
            self.in_flight += 1
            yield self.request(target)

    @property
    def is_done(self) -> bool:
        """Whether no target is left."""
        return not self.next_targets

    @abstractmethod
    def request(self, target: TargetT) -> Request:
        """Make the request for a target."""

    def request_for(self, target: TargetT, url: str, **more: Any) -> Request:
        """Make a request that the cache never serves.

        Args:
            more: keys of its ``meta``.
        """
        self._requests += 1
        return Request(
            url,
            callback=self.crawl.callbacks.parse_question,
            errback=self.crawl.callbacks.errback,
            cb_kwargs={"target": QuestionTarget(self, target, self._requests)},
            meta={"verbatim_url": True, "dont_cache": True, **OWN_ROBOTS, **more},
            dont_filter=True,
        )

    async def parse(self, target: TargetT, response: Response) -> list[Any]:
        """Return the item that a response makes; none if ``next_targets`` has got another one."""
        return await self.result(
            target, FetchResult(fetched(response), response.meta, response.body)
        )

    async def errback(self, target: TargetT, failure: Failure, request: Request) -> list[Any]:
        """Return the item that says why a request has no response."""
        return await self.result(target, FetchResult(failed(failure, request), request.meta))

    async def result(self, target: TargetT, ended: FetchResult) -> list[Any]:
        """Return the item of a request that has ended; used by both methods above."""
        raise NotImplementedError


async def flush_stored(crawl: Crawl) -> None:
    """Write all items that were yielded, so that the stored audit can be read."""
    while is_scraping(crawl.crawler):  # noqa: ASYNC110 - it has no event
        await asyncio.sleep(0.01)
    await crawl.crawler.signals.send_catch_log_async(signal=FLUSH)
