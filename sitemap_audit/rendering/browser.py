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

# Failures are stored with their reason; a traceback of each in the log adds nothing.
logging.getLogger("scrapy-playwright").setLevel(logging.ERROR)

PAGES_A_BROWSER = 100
"Pages after which the browser is restarted, to limit memory leaks."
CLOSING = 5.0
"Timeout in seconds for closing a page; after it the browser is killed."
_CRASHED = "The page's own process ended."
_LOST = ("has been closed", "Target closed", "Connection closed", "Browser closed")


class Browser(ScrapyPlaywrightDownloadHandler):  # type: ignore[misc]  # it is not typed
    """Renders the requests that carry a :class:`Visit` in ``meta["visit"]``."""

    def __init__(self, crawler: Crawler, *, dial: Dial, fetch: Fetch) -> None:
        """Keep the settings; the browser starts with the first page.

        Args:
            dial: opens the browser's connections (see :class:`Gateway`).
            fetch: responds to a request of the browser; None if the browser fetches it itself.
        """
        super().__init__(crawler)
        options = options_of(crawler.settings)
        self.config.target_closed_max_retries = 0
        self._dial, self._fetch = dial, fetch
        self._timeout, self._memory = options.render_timeout, allowed(options.render_memory)
        self.browser_provider = GuardedBrowserProvider(self.config, memory=self._memory)
        self._starting = asyncio.Lock()
        self._has_ended = asyncio.Event()
        self._in_flight = self._shown = 0

    async def download_request(self, request: Request) -> Response:
        """Render a page.

        Raises:
            Unrendered: the page could not be rendered.
        """
        visit: Visit = request.meta["visit"]
        visit.fetch = self._fetch
        # Set on the context, so that scripts see it too; Scrapy's middlewares set the header.
        user_agent = (request.headers.get("User-Agent") or b"").decode("latin-1")
        gateway = Gateway(self._dial, visit.allowance)
        proxy = {"server": await gateway.start()}
        request.meta["playwright_context_kwargs"] |= {"user_agent": user_agent, "proxy": proxy}
        started = time.monotonic()
        self._in_flight += 1
        try:
            await self._start()
            async with asyncio.timeout(self._timeout + SETTLING):
                return await self._until_closed(super().download_request(request), visit)
        except (TimeoutError, PlaywrightError, RuntimeError) as error:
            raise self._unrendered(error, visit) from error
        finally:
            await self._close_context(request.meta["playwright_context"])
            await gateway.close()
            self._in_flight -= 1
            request.meta["render_seconds"] = time.monotonic() - started

    async def _start(self) -> None:
        """Start the browser if it does not run, and restart it after PAGES_A_BROWSER pages."""
        async with self._starting:
            if not self.browser_provider.has_driver:
                self._forget_browser()
            if self._shown >= PAGES_A_BROWSER and self._in_flight == 1:
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

    async def _until_closed(
        self, rendering: Coroutine[Any, Any, Response], visit: Visit
    ) -> Response:
        """Wait for the response, a crash of page or browser, or an exceeded limit.

        Playwright does not always report a crash to pending calls.
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
        """Wait until the page is idle, before its HTML is read.

        The base class waits for the load event after each page method. A page whose redirect is
        blocked may never have one.
        """
        await request.meta["visit"].settle(page)

    async def _browser_disconnected_callback(self) -> None:
        # The base class closes every context first, and waits forever if one is being created.
        self._forget_browser()

    def _forget_browser(self) -> None:
        self.context_wrappers.clear()
        if hasattr(self, "browser"):
            del self.browser
        self._has_ended.set()

    async def _close_context(self, name: str) -> None:
        """Close a page and its popups, whatever their state."""
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
