"""The browser: scrapy-playwright's handler, bounded in time, memory and where it may go.

Only what renders pages imports this room, for Playwright comes with it.
"""

from __future__ import annotations

import asyncio
import logging
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import TimeoutError as PlaywrightTimeoutError
from scrapy_playwright.handler import ScrapyPlaywrightDownloadHandler

from sitemap_audit.crawl_settings import options_of
from sitemap_audit.handlers.errors import Unrendered
from sitemap_audit.items import RenderProblem
from sitemap_audit.machine.resources import allowed
from sitemap_audit.rendering.gateway import Gateway
from sitemap_audit.rendering.provider import GuardedBrowserProvider, first_line
from sitemap_audit.rendering.visit import SETTLING

if TYPE_CHECKING:
    from collections.abc import Coroutine

    from playwright.async_api import Page
    from scrapy import Request, Spider
    from scrapy.crawler import Crawler
    from scrapy.http import Response

    from sitemap_audit.rendering.gateway import Dial
    from sitemap_audit.rendering.resources import Fetch
    from sitemap_audit.rendering.visit import Visit

# What fails is stored with its reason; a traceback of each in the log says no more.
logging.getLogger("scrapy-playwright").setLevel(logging.ERROR)

PAGES_A_BROWSER = 100
"Pages after which the browser is started anew: what leaks does so for so long alone."
CLOSING = 5.0
"Seconds that a page may take to close; then the browser is ended."
_CRASHED = "The page's own process ended."
_LOST = ("has been closed", "Target closed", "Connection closed", "Browser closed")


class Browser(ScrapyPlaywrightDownloadHandler):  # type: ignore[misc]  # it is not typed
    """Renders the requests that carry a :class:`Visit` in ``meta["visit"]``."""

    def __init__(self, crawler: Crawler, *, dial: Dial, fetch: Fetch) -> None:
        """Start nothing yet.

        Args:
            dial: opens the browser's connections (see :class:`Gateway`).
            fetch: responds to a request in the browser's place; None where it is to ask itself.
        """
        super().__init__(crawler)
        options = options_of(crawler.settings)
        self.config.target_closed_max_retries = 0
        self._dial, self._fetch = dial, fetch
        self._timeout, self._memory = options.render_timeout, allowed(options.render_memory)
        self.browser_provider = GuardedBrowserProvider(self.config, memory=self._memory)
        self._starting = asyncio.Lock()
        self._has_ended = asyncio.Event()
        self._under_way = self._shown = 0

    async def download_request(self, request: Request) -> Response:
        """Render.

        Raises:
            Unrendered: nothing is known of how the page renders.
        """
        visit: Visit = request.meta["visit"]
        visit.fetch = self._fetch
        # As a context has it, for scripts too; the request has it from Scrapy's middlewares.
        user_agent = (request.headers.get("User-Agent") or b"").decode("latin-1")
        gateway = Gateway(self._dial, visit.allowance)
        proxy = {"server": await gateway.start()}
        request.meta["playwright_context_kwargs"] |= {"user_agent": user_agent, "proxy": proxy}
        started = time.monotonic()
        self._under_way += 1
        try:
            await self._start()
            async with asyncio.timeout(self._timeout + SETTLING):
                return await self._unless_it_ends(super().download_request(request), visit)
        except (TimeoutError, PlaywrightError, RuntimeError) as error:
            raise self._unrendered(error, visit) from error
        finally:
            await self._leave(request.meta["playwright_context"])
            await gateway.close()
            self._under_way -= 1
            request.meta["render_seconds"] = time.monotonic() - started

    async def _start(self) -> None:
        """Start the browser where there is none, and anew where it has shown enough pages."""
        async with self._starting:
            if not self.browser_provider.has_driver:
                self._forget_browser()
            if self._shown >= PAGES_A_BROWSER and self._under_way == 1:
                await self._end_browser()
            if not hasattr(self, "browser"):
                self._shown = 0
                self._has_ended.clear()
                await self._maybe_launch_browser()
            self._shown += 1

    async def _end_browser(self) -> None:
        if hasattr(self, "browser"):
            with suppress(PlaywrightError):
                await self.browser.close()
            await self._has_ended.wait()

    async def _unless_it_ends(
        self, rendering: Coroutine[Any, Any, Response], visit: Visit
    ) -> Response:
        """What a page brings, unless it or the browser ends, or it takes more than it may.

        Such an end is not always told to who waits for something of the page.
        """
        page = asyncio.ensure_future(rendering)
        ends = (self._has_ended, visit.crashed, visit.allowance.used_up)
        waiting = [page, *(asyncio.ensure_future(end.wait()) for end in ends)]
        try:
            await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
            if visit.allowance.used_up.is_set():
                raise Unrendered(RenderProblem.TOO_LARGE, str(visit.allowance))
            if page.done():
                return page.result()
            if visit.crashed.is_set():
                raise Unrendered(RenderProblem.CRASHED, _CRASHED)
            raise self.browser_provider.lost()
        finally:
            for each in waiting:
                each.cancel()
            await asyncio.gather(*waiting, return_exceptions=True)

    async def _apply_page_methods(self, page: Page, request: Request, spider: Spider) -> None:  # noqa: ARG002
        """What is done before the page is read.

        The base class waits for the load event after each page method; a page that wants to lead
        away, and is kept from it, may never have one.
        """
        await request.meta["visit"].settle(page)

    async def _browser_disconnected_callback(self) -> None:
        # The base class closes every context first, and waits for ever where one was being made.
        self._forget_browser()

    def _forget_browser(self) -> None:
        self.context_wrappers.clear()
        if hasattr(self, "browser"):
            del self.browser
        self._has_ended.set()

    async def _leave(self, name: str) -> None:
        """Close a page with all that it opened, whatever state it is in."""
        wrapper = self.context_wrappers.get(name)
        if wrapper is None:
            return
        try:
            async with asyncio.timeout(CLOSING):
                await wrapper.context.close()
        except PlaywrightError:
            pass
        except TimeoutError:
            self.browser_provider.kill()

    def _unrendered(self, error: Exception, visit: Visit) -> Unrendered:
        if visit.crashed.is_set():
            return Unrendered(RenderProblem.CRASHED, _CRASHED)
        if isinstance(error, TimeoutError | PlaywrightTimeoutError):
            return Unrendered(
                RenderProblem.TIMEOUT, f"It was not there within {self._timeout:g} seconds."
            )
        text = first_line(error)
        if any(sign in text for sign in _LOST):
            return self.browser_provider.lost()
        if "download" in text.lower():
            return Unrendered(RenderProblem.DOWNLOAD, "The browser was offered a file, not a page.")
        problem = RenderProblem.NETWORK if "net::ERR" in text else RenderProblem.OTHER
        return Unrendered(problem, text)
