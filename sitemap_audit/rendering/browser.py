"""Render pages with scrapy-playwright's handler, limited in time, memory and network access.

Imported only when pages are rendered, because it imports Playwright.
"""

from __future__ import annotations

import asyncio
import logging
import time
from typing import TYPE_CHECKING

from playwright.async_api import Error as PlaywrightError
from scrapy.http import Response
from scrapy_playwright.handler import ScrapyPlaywrightDownloadHandler

from sitemap_audit.handlers.ignored_requests import Unrendered
from sitemap_audit.items import RenderProblem
from sitemap_audit.rendering.gateway import gateway
from sitemap_audit.rendering.page_load import CRASHED
from sitemap_audit.rendering.provider import BROWSER_LOST, GuardedBrowserProvider, first_line

if TYPE_CHECKING:
    from playwright.async_api import Browser as PlaywrightBrowser
    from playwright.async_api import Page
    from scrapy import Request, Spider
    from scrapy.crawler import Crawler

    from sitemap_audit.rendering.gateway import Connect
    from sitemap_audit.rendering.page_load import PageLoad
    from sitemap_audit.rendering.page_resources import Fetch

# Failures are stored with their reason; tracebacks in the log would add nothing.
logging.getLogger("scrapy-playwright").setLevel(logging.ERROR)

PAGES_PER_BROWSER = 100
"Pages after which the browser is restarted, to limit memory leaks."
MEMORY = 2 * 10**9
"Memory limit of the browser in bytes: most pages take less than a tenth of it."
CLOSING = 5.0
"Timeout in seconds for closing a page; after it the browser is killed."
_LOST = (RenderProblem.BROWSER_LOST, BROWSER_LOST)
_SIGNS = {
    "ownload": (RenderProblem.DOWNLOAD, "The browser received a download, not a page."),
    "crashed": (RenderProblem.CRASHED, CRASHED),
    "closed": _LOST,
}
"Problems by what an error of Playwright or scrapy-playwright says, but for a network error."


class Browser(ScrapyPlaywrightDownloadHandler):  # type: ignore[misc]  # it is not typed
    """Renders the requests that carry a :class:`PageLoad` in ``meta["page_load"]``."""

    def __init__(self, crawler: Crawler, *, connect: Connect, fetch: Fetch) -> None:
        """Keep the settings; the browser starts with the first page.

        Args:
            connect: opens the browser's connections (see :mod:`.gateway`).
            fetch: returns the response to a request of the browser, or None to let the browser
                fetch it.
        """
        super().__init__(crawler)
        self.config.target_closed_max_retries = 0  # the crawl repeats such a page, alone
        self.browser_provider = GuardedBrowserProvider(
            self.config, memory=MEMORY, on_lost=self._lose_browser
        )
        self._connect, self._fetch = connect, fetch
        self._starting = asyncio.Lock()
        self._open: set[PageLoad] = set()
        self._rendered = 0
        "Pages of this browser."

    async def download_request(self, request: Request) -> Response:
        """Render a page; of one that redirects by script or meta refresh, return the status alone.

        Raises:
            Unrendered: the page could not be rendered.
        """
        page_load: PageLoad = request.meta["page_load"]
        page_load.fetch = self._fetch
        started = time.monotonic()
        try:
            async with gateway(self._connect, page_load.quota) as proxy:
                return await self._render(request, page_load, proxy)
        except (TimeoutError, PlaywrightError, RuntimeError, Unrendered) as error:
            if page_load.has_redirect:
                return Response(request.url, status=page_load.status, request=request)
            raise page_load.problem or _unrendered(error) from error
        finally:
            request.meta["render_seconds"] = time.monotonic() - started

    async def _render(self, request: Request, page_load: PageLoad, proxy: str) -> Response:
        # Set on the context, so that scripts see it too; Scrapy's middlewares set the header.
        user_agent = (request.headers.get("User-Agent") or b"").decode("latin-1")
        context = {"user_agent": user_agent, "proxy": {"server": proxy}}
        request.meta["playwright_context_kwargs"] |= context
        self._open.add(page_load)
        try:
            await self._start(page_load)
            async with page_load.limited():
                response: Response = await super().download_request(request)
            return response
        finally:
            self._open.discard(page_load)
            await self._close_context(request.meta["playwright_context"])

    async def _start(self, page_load: PageLoad) -> None:
        """Start the browser if it is not running; restart it after PAGES_PER_BROWSER pages."""
        async with self._starting:
            if hasattr(self, "browser") and not self.browser_provider.has_driver:
                self._lose_browser(*_LOST, spared=page_load)
            if self._rendered >= PAGES_PER_BROWSER and self._open == {page_load}:
                self._forget_browser()
                self.browser_provider.kill()
            if not hasattr(self, "browser"):
                self._rendered = 0
                await self._maybe_launch_browser()
            self._rendered += 1

    def _lose_browser(
        self, problem: RenderProblem, detail: str, *, spared: PageLoad | None = None
    ) -> None:
        """End the open pages: their browser has ended, or is about to.

        Playwright does not always report that to pending calls.
        """
        self._forget_browser()
        for page_load in self._open - {spared}:
            page_load.end(problem, detail)

    async def _browser_disconnected_callback(self, browser: PlaywrightBrowser) -> None:
        # The base class closes every context first, and waits forever if one is being created.
        if browser is getattr(self, "browser", None):
            self._lose_browser(*_LOST)

    async def _apply_page_methods(
        self,
        page: Page,
        request: Request,
        spider: Spider,  # noqa: ARG002 - the base class's signature
    ) -> None:
        # After each page method the base class waits for the load event, which may never come.
        await request.meta["page_load"].settle(page)

    def _forget_browser(self) -> None:
        self.context_wrappers.clear()
        if hasattr(self, "browser"):
            del self.browser

    async def _close_context(self, name: str) -> None:
        """Close a page and its popups; kill the browser if that takes longer than CLOSING."""
        if (wrapper := self.context_wrappers.get(name)) is None:
            return
        try:
            async with asyncio.timeout(CLOSING):
                await wrapper.context.close()
        except PlaywrightError:
            pass
        except TimeoutError:
            self.browser_provider.kill()


def _unrendered(error: Exception) -> Unrendered:
    """Return the problem of an exception."""
    if isinstance(error, Unrendered):
        return error
    text = first_line(error)
    if "net::ERR" in text:
        return Unrendered(RenderProblem.NETWORK, text)
    other = (RenderProblem.OTHER, text)
    return Unrendered(*next((_SIGNS[sign] for sign in _SIGNS if sign in text), other))
