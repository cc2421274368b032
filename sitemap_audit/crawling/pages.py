"""Pages asked for, and what comes of them: the same in whichever process it is done.

A page is one task from its request to its records. Scrapy's downloader and its middlewares fetch
it; the engine's scheduler, callbacks and item pipelines, made for pages that lead to pages, are
passed by: they take as long as reading a page does.
"""

from __future__ import annotations

import asyncio
import logging
import math
from collections import Counter, defaultdict, deque
from typing import TYPE_CHECKING

from scrapy import Request

from sitemap_audit.crawling.offers import Answer
from sitemap_audit.crawling.readings import FetchedPage
from sitemap_audit.machine.resources import out_of_handles
from sitemap_audit.network import fetches
from sitemap_audit.network.downloader import downloader_of, is_ending
from sitemap_audit.network.limits import may_read_apart
from sitemap_audit.parsing import urls
from sitemap_audit.parsing.sites import load_suffixes
from sitemap_audit.pipelines import store
from sitemap_audit.processes.page_readers import PageReaders
from sitemap_audit.workplace import workplace_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from scrapy.crawler import Crawler

    from sitemap_audit.crawling.offers import PageTarget
    from sitemap_audit.options import Options

logger = logging.getLogger(__name__)


class PageWork:
    """Fetches pages, so many at once as the settings allow; every one is answered for."""

    def __init__(
        self, crawler: Crawler, options: Options, take: Callable[[PageTarget, Answer], None]
    ) -> None:
        """Work for the audit of a crawler's spider.

        Args:
            take: is told what became of each page, once its records are stored.
        """
        self._crawler, self._take = crawler, take
        self._waiting: defaultdict[str, deque[PageTarget]] = defaultdict(deque)
        "By host."
        self._asked: Counter[str] = Counter()
        "By host: pages that no answer has come of."
        self._all_asked = 0
        self._tasks: set[asyncio.Task[None]] = set()
        self._readers = PageReaders(shares=may_read_apart(options))
        load_suffixes()  # now: the loop would be held when the first page comes

    @property
    def in_flight(self) -> int:
        """Pages being fetched and read."""
        return len(self._tasks)

    def give(self, targets: Iterable[PageTarget]) -> None:
        """Have pages fetched."""
        for target in targets:
            self._waiting[urls.host(target.url)].append(target)
        self._begin()

    async def end(self) -> None:
        """Wait for what is under way, once the crawl has ended: nothing more is begun."""
        while self._tasks:
            await asyncio.wait(self._tasks)
        await self._readers.end()

    def _begin(self) -> None:
        """Ask for as many pages as may be asked for at once."""
        # As Scrapy reads it: 0 is no limit.
        at_once = self._crawler.settings.getint("CONCURRENT_REQUESTS") or math.inf
        while self._all_asked < at_once and (target := self._next()) is not None:
            self._all_asked += 1
            task = asyncio.ensure_future(self._work(target))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    def _next(self) -> PageTarget | None:
        """A page of the host that is asked the least of those that may be asked."""
        if is_ending(self._crawler) or not self._readers.has_room:
            return None
        host = min(self._waiting, key=self._asked.__getitem__, default=None)
        most = self._crawler.settings.getint("CONCURRENT_REQUESTS_PER_DOMAIN")
        if host is None or self._asked[host] >= most:
            return None
        self._asked[host] += 1
        waiting = self._waiting[host]
        target = waiting.popleft()
        if not waiting:
            del self._waiting[host]
        return target

    async def _work(self, target: PageTarget) -> None:
        """Fetch a page, store what comes of it, and answer for it."""
        try:
            page = await self._fetch(target)
            records, answer = await self._readers.read(page)
            await store(workplace_of(self._crawler), records, is_page=True)
        except fetches.Stopped:
            answer = Answer(target.key, is_let_go=True)
        except Exception as error:
            answer = self._unread(target, error)
        self._begin()  # there may have been no room for further pages
        self._take(target, answer)

    def _unread(self, target: PageTarget, error: Exception) -> Answer:
        """What becomes of a page that could not be read; no fault of it where no handle is left."""
        if (ours := out_of_handles(error)) is not None:
            workplace_of(self._crawler).write_error = ours
            return Answer(target.key, is_let_go=True)
        logger.error("%s could not be read", target.requested, exc_info=error)
        return Answer(target.key, is_ours=True)

    async def _fetch(self, target: PageTarget) -> FetchedPage:
        """Fetch a page; the next one is asked for when its answer is here."""
        request = page_request(target)
        body = b""
        try:
            response = await downloader_of(self._crawler).fetch_directly(request)
        except fetches.Stopped:
            raise
        except Exception as error:
            request = getattr(error, "request", request)
            fetch = fetches.failed(error, request)
        else:
            request, body = response.request or request, response.body
            fetch = fetches.answered(response)
        finally:
            self._all_asked -= 1
            self._asked[urls.host(target.url)] -= 1
            self._begin()
        robots = request.meta.get("robots", (None, None))
        place = workplace_of(self._crawler)
        return FetchedPage(
            place.writer.next_id(), target, fetch, robots, place.options.robots_token, body
        )


def page_request(target: PageTarget) -> Request:
    """The request of a page."""
    return Request(
        target.requested,
        cb_kwargs={"target": target},
        meta={"verbatim_url": True, "dont_retry": target.is_second},
    )
