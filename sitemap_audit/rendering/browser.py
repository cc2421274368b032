"""The browser: scrapy-playwright's handler, bounded in time, memory and where it may go.

Each page has a context of its own, without cookies or storage of another, as Google's renderer
has it. Only what renders pages imports this room, for Playwright comes with it.
"""

from __future__ import annotations

import asyncio
import itertools
import logging
import time
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import TYPE_CHECKING, Any

import psutil
from playwright.async_api import Error as PlaywrightError
from playwright.async_api import TimeoutError as PlaywrightTimeoutError
from scrapy_playwright.handler import ScrapyPlaywrightDownloadHandler

from sitemap_audit.rendering.gateway import Gateway
from sitemap_audit.rendering.launching import launch_options
from sitemap_audit.rendering.provider import Processes
from sitemap_audit.rendering.target import Problem, Unrendered
from sitemap_audit.rendering.visit import SETTLING, Visit

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Coroutine
    from pathlib import Path

    from playwright.async_api import Page
    from scrapy import Request, Spider
    from scrapy.crawler import Crawler
    from scrapy.http import Response

    from sitemap_audit.rendering.gateway import Dial
    from sitemap_audit.rendering.resources import Fetch

logger = logging.getLogger(__name__)
# What fails is stored with its reason; a traceback of each in the log says no more.
logging.getLogger("scrapy-playwright").setLevel(logging.ERROR)

PAGES_A_BROWSER = 100
"Pages after which the browser is started anew: what leaks does so for so long alone."
WATCHED_EVERY = 1.0
"Seconds between two looks at the browser's memory."
CLOSING = 5.0
"Seconds that a page may take to close; then the browser is ended."
_LOST = ("has been closed", "Target closed", "Connection closed", "Browser closed")


class Browser(ScrapyPlaywrightDownloadHandler):  # type: ignore[misc]  # it is not typed
    """Renders the requests that carry a :class:`Visit` in ``meta["visit"]``."""

    def __init__(
        self,
        crawler: Crawler,
        *,
        program: Path,
        dial: Dial,
        fetch: Fetch,
        timeout: float,
        memory: int,
    ) -> None:
        """Start nothing yet.

        Args:
            program: the browser's.
            dial: opens the browser's connections (see :class:`Gateway`).
            fetch: answers a request in the browser's place; None where it is to ask itself.
            timeout: seconds for a page.
            memory: bytes that the browser may take.
        """
        super().__init__(crawler)
        self.config.launch_options = launch_options(program)
        self.config.target_closed_max_retries = 0
        self.process_request_headers = None  # the browser's own
        self._fetch = fetch
        self._gateway = Gateway(dial)
        self._timeout, self._memory = timeout, memory
        self._processes: Processes | None = None
        self._turn = asyncio.Condition()
        self._starting = asyncio.Lock()
        self._has_ended = asyncio.Event()
        self._names = map(str, itertools.count())
        self._under_way = self._since_start = 0
        self._is_changing = self._is_too_large = False
        self._watch: asyncio.Task[None] | None = None

    async def download_request(self, request: Request) -> Response:
        """Render.

        Raises:
            Unrendered: nothing is known of how the page renders.
        """
        visit: Visit = request.meta["visit"]
        started = time.monotonic()
        async with self._place():
            await self._start()
            request.meta.update(self._meta(visit, request))
            try:
                async with asyncio.timeout(self._timeout + SETTLING):
                    return await self._unless_it_ends(super().download_request(request))
            except (TimeoutError, PlaywrightError, RuntimeError) as error:
                raise self._unrendered(error, visit) from error
            finally:
                await self._leave(request.meta["playwright_context"])
                request.meta["render_seconds"] = time.monotonic() - started

    async def _unless_it_ends(self, rendering: Coroutine[Any, Any, Response]) -> Response:
        """What a page brings; the end of the browser is not always told to who waits for it."""
        page = asyncio.ensure_future(rendering)
        end = asyncio.ensure_future(self._has_ended.wait())
        try:
            await asyncio.wait((page, end), return_when=asyncio.FIRST_COMPLETED)
            if page.done():
                return page.result()
            raise self._lost()
        finally:
            page.cancel()
            end.cancel()
            await asyncio.gather(page, end, return_exceptions=True)

    def _meta(self, visit: Visit, request: Request) -> dict[str, Any]:
        return {
            "playwright": True,
            "playwright_context": next(self._names),
            "playwright_context_kwargs": {
                "accept_downloads": False,
                "ignore_https_errors": "tls_problem" in request.meta,
                "service_workers": "block",
                "user_agent": (request.headers.get("User-Agent") or b"").decode("latin-1"),
            },
            "playwright_page_goto_kwargs": {
                # A page that leads elsewhere at once never has the later states.
                "wait_until": "commit",
                "timeout": self._timeout * 1000,
            },
            "playwright_page_init_callback": partial(visit.begin, fetch=self._fetch),
        }

    async def _apply_page_methods(self, page: Page, request: Request, spider: Spider) -> None:  # noqa: ARG002
        """What is done before the page is read; the base class waits for a state afterwards."""
        await request.meta["visit"].settle(page)

    @asynccontextmanager
    async def _place(self) -> AsyncIterator[None]:
        """A place in the browser; a browser that has shown enough pages is ended before."""
        async with self._turn:
            await self._turn.wait_for(lambda: not self._is_changing)
            if self._since_start >= PAGES_A_BROWSER:
                self._is_changing = True
                await self._turn.wait_for(lambda: not self._under_way)
                await self._end_browser()
                self._is_changing = False
                self._turn.notify_all()
            self._under_way += 1
            self._since_start += 1
        try:
            yield
        finally:
            async with self._turn:
                self._under_way -= 1
                self._turn.notify_all()

    async def _start(self) -> None:
        """Start the driver and the gateway, where that has not been done, and the browser.

        Raises:
            Unrendered: the browser does not start.
        """
        async with self._starting:
            if self._processes is None:
                proxy = await self._gateway.start()
                self.config.launch_options["proxy"] = {"server": proxy}
                before = psutil.Process().children()
                await self._launch()
                new = [each for each in psutil.Process().children() if each not in before]
                self._processes = Processes(new)
                self._watch = asyncio.create_task(self._watch_memory(self._processes))
            if not hasattr(self, "browser"):
                await self._start_browser()

    async def _start_browser(self) -> None:
        self._since_start, self._is_too_large = 1, False
        self._has_ended.clear()
        try:
            await self._maybe_launch_browser()
        except PlaywrightError as error:
            options = self.config.launch_options
            if not options["chromium_sandbox"] or "sandbox" not in error.message.lower():
                raise Unrendered(Problem.NO_BROWSER, _first_line(error)) from error
            logger.warning("The browser has no sandbox on this system; it is started without.")
            options["chromium_sandbox"] = False
            await self._start_browser()

    async def _end_browser(self) -> None:
        if hasattr(self, "browser"):
            with suppress(PlaywrightError):
                await self.browser.close()
            await self._has_ended.wait()

    async def _browser_disconnected_callback(self) -> None:
        # The base class closes every context first, and waits for ever where one was being made.
        self.context_wrappers.clear()
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
            if self._processes is not None:
                self._processes.kill()

    async def _watch_memory(self, processes: Processes) -> None:
        """End a browser that takes more memory than it may."""
        while True:
            await asyncio.sleep(WATCHED_EVERY)
            if await asyncio.to_thread(processes.memory) > self._memory:
                self._is_too_large = True
                processes.kill()

    def _unrendered(self, error: Exception, visit: Visit) -> Unrendered:
        if visit.has_crashed:
            return Unrendered(Problem.CRASHED, "The page's own process ended.")
        if isinstance(error, TimeoutError | PlaywrightTimeoutError):
            return Unrendered(
                Problem.TIMEOUT, f"It was not there within {self._timeout:g} seconds."
            )
        text = _first_line(error)
        if any(sign in text for sign in _LOST):
            return self._lost()
        if "download" in text.lower():
            return Unrendered(Problem.DOWNLOAD, "The browser was offered a file, not a page.")
        problem = Problem.NETWORK if "net::ERR" in text else Problem.OTHER
        return Unrendered(problem, text)

    def _lost(self) -> Unrendered:
        if self._is_too_large:
            megabytes = self._memory // 10**6
            return Unrendered(Problem.MEMORY, f"The browser took more than {megabytes:,} MB.")
        return Unrendered(Problem.BROWSER_LOST, "The browser ended while the page was open.")

    async def close(self) -> None:
        """End the browser and its driver."""
        if self._watch is not None:
            self._watch.cancel()
        await self._gateway.close()
        await super().close()


def _first_line(error: Exception) -> str:
    return str(error).strip().partition("\n")[0][:300]
