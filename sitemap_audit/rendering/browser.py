"""Render pages with scrapy-playwright's handler, limited in time, memory and network access.

Imported only when pages are rendered, because it imports Playwright.
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
from sitemap_audit.rendering.gateway import Gateway
from sitemap_audit.rendering.page_load import SETTLING
from sitemap_audit.rendering.provider import GuardedBrowserProvider, first_line

if TYPE_CHECKING:
    from collections.abc import Coroutine

    from playwright.async_api import Page
    from scrapy import Request, Spider
    from scrapy.crawler import Crawler
    from scrapy.http import Response

    from sitemap_audit.rendering.gateway import Connect
    from sitemap_audit.rendering.page_load import PageLoad
    from sitemap_audit.rendering.resources import Fetch

# Failures are stored with their reason; tracebacks in the log would add nothing.
logging.getLogger("scrapy-playwright").setLevel(logging.ERROR)

PAGES_PER_BROWSER = 100
"Pages after which the browser is restarted, to limit memory leaks."
MEMORY = 2 * 10**9
"Memory limit of the browser in bytes: one page at a time, and most take less than a tenth of it."
CLOSING = 5.0
"Timeout in seconds for closing a page; after it the browser is killed."
_CRASHED = "The page's process crashed."
_LOST_MESSAGES = ("has been closed", "Target closed", "Connection closed", "Browser closed")


class Browser(ScrapyPlaywrightDownloadHandler):  # type: ignore[misc]  # it is not typed
    """Renders the requests that carry a :class:`PageLoad` in ``meta["page_load"]``."""

    def __init__(self, crawler: Crawler, *, connect: Connect, fetch: Fetch) -> None:
        """Keep the settings; the browser starts with the first page.

        Args:
            connect: opens the browser's connections (see :class:`Gateway`).
            fetch: returns the response to a request of the browser, or None to let the browser
                fetch it.
        """
        super().__init__(crawler)
        options = options_of(crawler.settings)
        self.config.target_closed_max_retries = 0
        self._connect, self._fetch = connect, fetch
        self._timeout, self._memory = options.render_timeout, MEMORY
        self.browser_provider = GuardedBrowserProvider(self.config, memory=self._memory)
        self._starting = asyncio.Lock()
        self._has_ended = asyncio.Event()
        self._in_flight = self._rendered = 0

    async def download_request(self, request: Request) -> Response:
        """Render a page.

        Raises:
            Unrendered: the page could not be rendered.
        """
        page_load: PageLoad = request.meta["page_load"]
        page_load.fetch = self._fetch
        # Set on the context, so that scripts see it too; Scrapy's middlewares set the header.
        user_agent = (request.headers.get("User-Agent") or b"").decode("latin-1")
        gateway = Gateway(self._connect, page_load.quota)
        proxy = {"server": await gateway.start()}
        request.meta["playwright_context_kwargs"] |= {"user_agent": user_agent, "proxy": proxy}
        started = time.monotonic()
        self._in_flight += 1
        try:
            await self._start()
            async with asyncio.timeout(self._timeout + SETTLING):
                return await self._wait_for_response(super().download_request(request), page_load)
        except (TimeoutError, PlaywrightError, RuntimeError) as error:
            raise self._unrendered(error, page_load) from error
        finally:
            await self._close_context(request.meta["playwright_context"])
            await gateway.close()
            self._in_flight -= 1
            request.meta["render_seconds"] = time.monotonic() - started

    async def _start(self) -> None:
        """Start the browser if it is not running; restart it after PAGES_PER_BROWSER pages."""
        async with self._starting:
            if not self.browser_provider.has_driver:
                self._forget_browser()
            if self._rendered >= PAGES_PER_BROWSER and self._in_flight == 1:
                await self._end_browser()
            if not hasattr(self, "browser"):
                self._rendered = 0
                self._has_ended.clear()
                await self._maybe_launch_browser()
            self._rendered += 1

    async def _end_browser(self) -> None:
        if hasattr(self, "browser"):
            with suppress(PlaywrightError):
                await self.browser.close()
            await self._has_ended.wait()

    async def _wait_for_response(
        self, rendering: Coroutine[Any, Any, Response], page_load: PageLoad
    ) -> Response:
        """Return the response, or raise an error if page or browser crash or a limit is exceeded.

        Playwright does not always report a crash to pending calls.
        """
        page = asyncio.ensure_future(rendering)
        ends = (self._has_ended, page_load.crashed, page_load.quota.exceeded)
        waiting = [page, *(asyncio.ensure_future(end.wait()) for end in ends)]
        try:
            await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
            if page_load.quota.exceeded.is_set():
                raise Unrendered(RenderProblem.TOO_LARGE, str(page_load.quota))
            if page.done():
                return page.result()
            if page_load.crashed.is_set():
                raise Unrendered(RenderProblem.CRASHED, _CRASHED)
            raise self.browser_provider.lost()
        finally:
            for each in waiting:
                each.cancel()
            await asyncio.gather(*waiting, return_exceptions=True)

    async def _apply_page_methods(
        self,
        page: Page,
        request: Request,
        spider: Spider,  # noqa: ARG002 - the base class's signature
    ) -> None:
        """Wait until the page is idle; called before its HTML is read.

        The base class waits for the load event after each page method. A page whose redirect is
        blocked may never have one.
        """
        await request.meta["page_load"].settle(page)

    async def _browser_disconnected_callback(self) -> None:
        # The base class closes every context first, and waits forever if one is being created.
        self._forget_browser()

    def _forget_browser(self) -> None:
        self.context_wrappers.clear()
        if hasattr(self, "browser"):
            del self.browser
        self._has_ended.set()

    async def _close_context(self, name: str) -> None:
        """Close a page and its popups; kill the browser if that takes longer than CLOSING."""
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

    def _unrendered(self, error: Exception, page_load: PageLoad) -> Unrendered:
        if page_load.crashed.is_set():
            return Unrendered(RenderProblem.CRASHED, _CRASHED)
        if isinstance(error, TimeoutError | PlaywrightTimeoutError):
            return Unrendered(
                RenderProblem.TIMEOUT, f"It did not load within {self._timeout:g} seconds."
            )
        text = first_line(error)
        if any(sign in text for sign in _LOST_MESSAGES):
            return self.browser_provider.lost()
        if "download" in text.lower():
            return Unrendered(
                RenderProblem.DOWNLOAD, "The browser received a download, not a page."
            )
        problem = RenderProblem.NETWORK if "net::ERR" in text else RenderProblem.OTHER
        return Unrendered(problem, text)
