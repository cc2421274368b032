"""The downloader: Scrapy's, without its queues.

Scrapy's own keeps a queue a host, and starts a task and fires a Deferred for each request that
leaves it. Here every request waits for its turn where it is made (see :mod:`.politeness`), and
those who make requests make no more than may be under way.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from scrapy import Request, signals
from scrapy.core.downloader import Downloader
from scrapy.core.engine import logger as engine_logger
from scrapy.utils.defer import deferred_from_coro
from scrapy.utils.log import logformatter_adapter

from sitemap_audit.network.fetches import Stopped

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scrapy.crawler import Crawler
    from scrapy.http import Response
    from twisted.internet.defer import Deferred


class AuditDownloader(Downloader):
    """Sends a request through the middlewares to the download handler, at once."""

    def fetch(self, request: Request) -> Deferred[Response | Request]:  # type: ignore[override]  # without the spider, which is deprecated
        """The answer, or the request that is to be made in its place."""
        return deferred_from_coro(self._fetch(request))

    def __init__(self, crawler: Crawler) -> None:
        super().__init__(crawler)
        self._direct = 0
        "Requests under way that the scheduler knows nothing of."

    def needs_backout(self) -> bool:
        """Whether the scheduler is to wait: for no request that passes it by."""
        return 0 < self.total_concurrency <= len(self.active) - self._direct

    async def fetch_directly(self, request: Request) -> Response:
        """What ``engine.download_async`` gives, without its share of the time.

        The engine starts a Deferred and a look at the scheduler for each answer. Where the crawl
        ends between two tries of a request, it fails of itself: it ends once for each of them.

        Raises:
            Stopped: the crawl ends.
        """
        if is_ending(self.crawler):
            raise Stopped("The crawl was stopped.")
        with self._under_way(request):
            return await self._fetch_whole(request)

    @contextmanager
    def _under_way(self, request: Request) -> Iterator[None]:
        """The spider is not closed meanwhile."""
        slot = self.crawler.engine._slot
        assert slot is not None
        slot.add_request(request)
        self._direct += 1
        try:
            yield
        finally:
            self._direct -= 1
            slot.remove_request(request)

    async def _fetch_whole(self, request: Request) -> Response:
        while isinstance(response := await self._fetch(request), Request):
            request = response
        if response.request is None:
            response.request = request
        self._tell(response.request, response)
        return response

    def _tell(self, request: Request, response: Response) -> None:
        spider = self.crawler.spider
        assert spider is not None
        if (line := self.crawler.logformatter.crawled(request, response, spider)) is not None:
            engine_logger.log(*logformatter_adapter(line), extra={"spider": spider})
        self.signals.send_catch_log(
            signals.response_received, response=response, request=request, spider=spider
        )

    async def _fetch(self, request: Request) -> Response | Request:
        """Fetch; a failure has its ``request``, the last one where it was repeated.

        Raises:
            Stopped: the crawl ends.
        """
        if is_ending(self.crawler):
            raise Stopped("The crawl was stopped.")
        self.active.add(request)
        try:
            return await self.middleware.download_async(
                self.handlers.download_request_async, request
            )
        except Exception as error:
            error.request = request  # type: ignore[attr-defined]  # as failures have it
            raise
        finally:
            self.active.remove(request)


def downloader_of(crawler: Crawler) -> AuditDownloader:
    """The downloader of a crawler that runs."""
    downloader = crawler.engine.downloader
    assert isinstance(downloader, AuditDownloader)
    return downloader


def is_ending(crawler: Crawler) -> bool:
    """Whether the crawl ends: what is under way may end, nothing more is begun."""
    engine = crawler.engine
    if engine is None or not engine.running:
        return True
    return engine._slot is None or engine._slot.closing is not None
