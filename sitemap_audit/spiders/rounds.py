"""Requests that are made once all pages are read, a few at a time."""

from __future__ import annotations

import asyncio
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from scrapy import Request

from sitemap_audit.handlers.engine import is_scraping
from sitemap_audit.handlers.errors import CannotContinueError, Postponed, Stopped
from sitemap_audit.reading.fetch import failed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from twisted.python.failure import Failure

    from sitemap_audit.reading.facts import Fetch
    from sitemap_audit.spiders.sitemap import SitemapSpider

Chosen = TypeVar("Chosen")


class Round:
    """A round of requests: chosen when it begins, given out as places become free."""

    window = 4
    "Requests under way at once."
    parse: Callable[..., Any]
    "Stores what came, from the response and the target of its request."

    def __init__(self, spider: SitemapSpider) -> None:
        self.spider = spider
        self.in_flight = 0

    async def begin(self) -> None:
        """Choose what to fetch."""

    def next_request(self) -> tuple[Request, str] | None:
        """The next request, and the URL whose robots.txt speaks for it; None for none now."""
        raise NotImplementedError

    @property
    def has_ended(self) -> bool:
        """Whether nothing is left to fetch and nothing is under way."""
        raise NotImplementedError

    def take(self) -> Iterator[tuple[Request, str]]:
        """Requests, as many as may be under way."""
        while self.in_flight < self.window and (following := self.next_request()) is not None:
            self.in_flight += 1
            yield following

    @contextmanager
    def accounted(self) -> Iterator[None]:
        """What was given out is under way no more, whatever happens; an error of ours counts."""
        try:
            yield
        except Exception:
            self.spider.own_errors += 1
            raise
        finally:
            self.in_flight -= 1
            self.spider.wake()

    def request_for(self, target: Any, url: str, **more: Any) -> Request:
        """A request of this round, never answered from the cache.

        Args:
            more: keys of its ``meta``.
        """
        return Request(
            url,
            callback=self.parse,
            errback=self.failed,
            cb_kwargs={"target": target},
            meta={"verbatim_url": True, "dont_cache": True, **more},
            dont_filter=True,
        )

    async def failed(self, failure: Failure) -> list[Any]:
        """Store why a request brought no response, where it was made at all."""
        request: Request = failure.request  # type: ignore[attr-defined]  # Scrapy sets it
        if self._is_given_back(request, failure.value):
            return []
        return await self.unanswered(request, failure)

    async def unanswered(self, request: Request, failure: Failure) -> list[Any]:
        """Store why a request that was made brought no response."""
        return self.end(request.cb_kwargs["target"], failed(failure, request))

    def end(self, target: Any, fetch: Fetch) -> list[Any]:
        """Store what came of a request."""
        raise NotImplementedError

    def _is_given_back(self, request: Request, error: BaseException | None) -> bool:
        """Whether a request was not made: it is given out again, or the crawl ends."""
        if isinstance(error, Postponed):
            self.spider.give_out(request.copy())  # the engine still knows this one
            return True
        if isinstance(error, CannotContinueError):
            self.spider.cannot_continue(error.cause)
        if isinstance(error, CannotContinueError | Stopped):
            self.in_flight -= 1
            self.spider.wake()
            return True
        return False


class ChosenRound(Round, Generic[Chosen]):
    """A round of which all is chosen when it begins."""

    def __init__(self, spider: SitemapSpider) -> None:
        super().__init__(spider)
        self._left: list[Chosen] = []
        "The next one last."

    def choose(self) -> Iterable[Chosen]:
        """What to fetch, the first first; called in a thread, once all that was read is stored."""
        raise NotImplementedError

    def request(self, chosen: Chosen) -> tuple[Request, str]:
        """The request for one of them, and the URL whose robots.txt speaks for it."""
        raise NotImplementedError

    async def begin(self) -> None:
        """Choose what to fetch from what is stored."""
        await flush_stored(self.spider)
        self._left = [*await asyncio.to_thread(self.choose)][::-1]

    @property
    def has_ended(self) -> bool:
        """Whether all have been fetched."""
        return not (self._left or self.in_flight)

    def next_request(self) -> tuple[Request, str] | None:
        """The request for the next one."""
        return self.request(self._left.pop()) if self._left else None


async def flush_stored(spider: SitemapSpider) -> None:
    """Have everything that was yielded written, so that the stored audit can be read."""
    while is_scraping(spider.crawler):  # noqa: ASYNC110 - it has no event
        await asyncio.sleep(0.01)
    await spider.flush()
