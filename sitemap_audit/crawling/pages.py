"""Pages asked for, and what comes of them: the same in whichever process it is done.

A page is one task from its request to its records. Scrapy's engine downloads; its scheduler, its
callbacks and its item pipelines, made for pages that lead to pages, are passed by: they take as
long as reading a page does.
"""

from __future__ import annotations

import asyncio
import logging
import math
from collections import Counter, defaultdict, deque
from typing import TYPE_CHECKING

from scrapy import Request

from sitemap_audit.crawling.offers import Answer
from sitemap_audit.crawling.readings import FetchedPage, read_page_records
from sitemap_audit.network import fetches
from sitemap_audit.network.downloader import is_ending
from sitemap_audit.parsing import urls
from sitemap_audit.parsing.sites import load_suffixes
from sitemap_audit.pipelines import store
from sitemap_audit.processes.big_pages import BigPages, is_big
from sitemap_audit.workplace import workplace_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from scrapy.crawler import Crawler

    from sitemap_audit.crawling.offers import PageTarget
    from sitemap_audit.crawling.readings import PageRecords

logger = logging.getLogger(__name__)


class PageWork:
    """Fetches pages, so many at once as the settings allow; every one is answered for."""

    def __init__(self, crawler: Crawler, take: Callable[[PageTarget, Answer], None]) -> None:
        """Work for the audit of a crawler's spider.

        Args:
            take: is told what became of each page, once its records are stored.
        """
        self._crawler, self._take = crawler, take
        self._waiting: defaultdict[str, deque[PageTarget]] = defaultdict(deque)
        "By host."
        self._under_way: Counter[str] = Counter()
        "By host."
        self._lanes: set[asyncio.Task[None]] = set()
        self._big_pages = BigPages()
        load_suffixes()  # now: the loop would be held when the first page comes

    @property
    def in_flight(self) -> int:
        """Pages being fetched."""
        return len(self._lanes)

    def give(self, targets: Iterable[PageTarget]) -> None:
        """Have pages fetched."""
        for target in targets:
            self._waiting[urls.host(target.url)].append(target)
        # As Scrapy reads it: 0 is no limit.
        at_once = self._crawler.settings.getint("CONCURRENT_REQUESTS") or math.inf
        while len(self._lanes) < at_once and (first := self._next()) is not None:
            self._lanes.add(asyncio.ensure_future(self._lane(first)))

    async def end(self) -> None:
        """Wait for what is under way, once the crawl has ended: nothing more is begun."""
        while self._lanes:
            await asyncio.wait(self._lanes)
        await self._big_pages.end()

    def _next(self) -> PageTarget | None:
        """A page of the host that is asked the least of those that may be asked."""
        if is_ending(self._crawler):
            return None
        host = min(self._waiting, key=self._under_way.__getitem__, default=None)
        most = self._crawler.settings.getint("CONCURRENT_REQUESTS_PER_DOMAIN")
        if host is None or self._under_way[host] >= most:
            return None
        self._under_way[host] += 1
        waiting = self._waiting[host]
        target = waiting.popleft()
        if not waiting:
            del self._waiting[host]
        return target

    async def _lane(self, target: PageTarget | None) -> None:
        """Fetch page after page, of one host and of the next."""
        try:
            while target is not None:
                await self._fetch(target)
                self._under_way[urls.host(target.url)] -= 1
                target = self._next()
        finally:
            # Now: what is given before the task counts as done needs a lane, too.
            self._lanes.remove(asyncio.current_task())  # type: ignore[arg-type]  # it is in there

    async def _fetch(self, target: PageTarget) -> None:
        """Fetch a page, store what comes of it, and answer for it."""
        try:
            records, answer = await self._read(target)
            await store(workplace_of(self._crawler), records, is_page=True)
        except fetches.Stopped:
            answer = Answer(target.key, is_let_go=True)
        except Exception:
            logger.exception("%s could not be read", target.requested)
            answer = Answer(target.key, is_ours=True)
        self._take(target, answer)

    async def _read(self, target: PageTarget) -> PageRecords:
        request = page_request(target)
        body = b""
        try:
            response = await self._crawler.engine.download_async(request)
        except fetches.Stopped:
            raise
        except Exception as error:
            request = getattr(error, "request", request)
            fetch = fetches.failed(error, request)
        else:
            request, body = response.request or request, response.body
            fetch = fetches.answered(response)
        robots = request.meta.get("robots", (None, None))
        place = workplace_of(self._crawler)
        token = place.options.robots_token
        page = FetchedPage(place.writer.next_id(), target, fetch, robots, token, body)
        return await self._big_pages.read(page) if is_big(page) else read_page_records(page)


def page_request(target: PageTarget) -> Request:
    """The request of a page."""
    return Request(
        target.requested,
        cb_kwargs={"target": target},
        meta={"verbatim_url": True, "dont_retry": target.is_second},
    )
