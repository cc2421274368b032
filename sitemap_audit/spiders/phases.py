"""Phases of a crawl after all listed pages: further requests that depend on stored pages."""

from __future__ import annotations

import asyncio
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from scrapy import Request

from sitemap_audit.crawl_settings import FLUSH, OWN_ROBOTS
from sitemap_audit.handlers.engine import is_scraping
from sitemap_audit.handlers.errors import CannotContinueError, Postponed, Stopped
from sitemap_audit.reading.fetch import failed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from twisted.python.failure import Failure

    from sitemap_audit.reading.facts import Fetch
    from sitemap_audit.spiders.crawl_state import Crawl

TargetT = TypeVar("TargetT")


class CrawlPhase:
    """A phase of the crawl: selects its requests when it begins, and sends a few at a time."""

    window = 4
    "Maximum number of requests in flight."
    parse: Callable[..., Any]
    "Callback: stores the result of a response, given the target of its request."

    def __init__(self, crawl: Crawl) -> None:
        self.crawl = crawl
        self.in_flight = 0

    async def begin(self) -> None:
        """Select what to fetch."""

    def next_request(self) -> tuple[Request, str] | None:
        """Return the next request, and the URL whose robots.txt applies; None if none is due."""
        raise NotImplementedError

    @property
    def has_ended(self) -> bool:
        """Whether nothing is left to fetch and nothing is in flight."""
        raise NotImplementedError

    def next_requests(self) -> Iterator[tuple[Request, str]]:
        """Yield requests until the window is full, each with the URL whose robots.txt applies."""
        while self.in_flight < self.window and (following := self.next_request()) is not None:
            self.in_flight += 1
            yield following

    @contextmanager
    def accounted(self) -> Iterator[None]:
        """Count a request as ended when the block ends; count its exceptions as internal errors."""
        try:
            yield
        except Exception:
            self.crawl.own_errors += 1
            raise
        finally:
            self.in_flight -= 1
            self.crawl.wake()

    def request_for(self, target: Any, url: str, **more: Any) -> Request:
        """Make a request of this phase, never answered from the cache.

        Args:
            more: keys of its ``meta``.
        """
        return Request(
            url,
            callback=self.parse,
            errback=self.failed,
            cb_kwargs={"target": target},
            meta={"verbatim_url": True, "dont_cache": True, **OWN_ROBOTS, **more},
            dont_filter=True,
        )

    async def failed(self, failure: Failure) -> list[Any]:
        """Errback: store why a request has no response, unless it was not sent."""
        request: Request = vars(failure)["request"]  # set by Scrapy
        if self._was_requeued(request, failure.value):
            return []
        return await self.no_response(request, failure)

    async def no_response(self, request: Request, failure: Failure) -> list[Any]:
        """Store why a request that was sent has no response."""
        return self.result(request.cb_kwargs["target"], failed(failure, request))

    def result(self, target: Any, fetch: Fetch) -> list[Any]:
        """Store the result of a request."""
        raise NotImplementedError

    def _was_requeued(self, request: Request, error: BaseException | None) -> bool:
        """Return whether a request was not sent: it is queued again, or the crawl ends."""
        if isinstance(error, Postponed):
            self.crawl.queue.enqueue(request.copy())  # the engine still knows this one
            return True
        if isinstance(error, CannotContinueError):
            self.crawl.cannot_continue(error.cause)
        if isinstance(error, CannotContinueError | Stopped):
            self.in_flight -= 1
            self.crawl.wake()
            return True
        return False


class SelectedPhase(CrawlPhase, Generic[TargetT]):
    """A phase whose targets are all selected when it begins."""

    def __init__(self, crawl: Crawl) -> None:
        super().__init__(crawl)
        self._left: list[TargetT] = []
        "Remaining targets, the next one last."

    def select_targets(self) -> Iterable[TargetT]:
        """Return the targets in order; called in a thread, once all items are stored."""
        raise NotImplementedError

    def request(self, target: TargetT) -> tuple[Request, str]:
        """Make the request for a target; return it and the URL whose robots.txt applies."""
        raise NotImplementedError

    async def begin(self) -> None:
        """Select the targets from the stored audit."""
        await flush_stored(self.crawl)
        self._left = [*await asyncio.to_thread(self.select_targets)][::-1]

    @property
    def has_ended(self) -> bool:
        """Whether all targets have been fetched."""
        return not (self._left or self.in_flight)

    def next_request(self) -> tuple[Request, str] | None:
        """Return the request for the next target."""
        return self.request(self._left.pop()) if self._left else None


async def flush_stored(crawl: Crawl) -> None:
    """Write all items that were yielded, so that the stored audit can be read."""
    while is_scraping(crawl.crawler):  # noqa: ASYNC110 - it has no event
        await asyncio.sleep(0.01)
    await crawl.crawler.signals.send_catch_log_async(signal=FLUSH)
