"""The browser's life: started behind the gateway, watched, and ended where it takes too much."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import psutil
from playwright.async_api import Error as PlaywrightError
from scrapy_playwright.provider import PlaywrightBrowserProvider

from sitemap_audit.handlers.errors import Unrendered
from sitemap_audit.items import RenderProblem
from sitemap_audit.rendering.gateway import Gateway

if TYPE_CHECKING:
    from playwright.async_api import Browser

    from sitemap_audit.rendering.gateway import Dial

logger = logging.getLogger(__name__)

WATCHED_EVERY = 1.0
"Seconds between two looks at the browser's memory."


class GuardedBrowserProvider(PlaywrightBrowserProvider):  # type: ignore[misc]  # it is not typed
    """Starts the browser, and its driver with the first one."""

    def __init__(self, config: Any, *, dial: Dial, memory: int) -> None:
        """Start nothing yet.

        Args:
            config: scrapy-playwright's.
            dial: opens the browser's connections (see :class:`Gateway`).
            memory: bytes that the browser may take.
        """
        super().__init__(config)
        self._gateway, self._memory = Gateway(dial), memory
        self._drivers: list[psutil.Process] = []
        self._watch: asyncio.Task[None] | None = None
        self._is_too_large = False
        "The browser took more memory than it may, and has been ended."

    async def start(self) -> None:
        """Start the gateway and the driver, and watch what it starts."""
        self.config.launch_options["proxy"] = {"server": await self._gateway.start()}
        before = psutil.Process().children()
        await super().start()
        self._drivers = [each for each in psutil.Process().children() if each not in before]
        self._watch = asyncio.create_task(self._watch_memory())

    async def launch_browser(self) -> Browser:
        """Start a browser; without a sandbox where the system has none.

        Raises:
            Unrendered: it does not start, or takes too much memory at once.
        """
        if self._watch is None:
            await self.start()
        self._is_too_large = False
        options = self.config.launch_options
        try:
            browser: Browser = await super().launch_browser()
        except PlaywrightError as error:
            if self._is_too_large:
                raise self.lost() from error
            if not options["chromium_sandbox"] or "sandbox" not in error.message.lower():
                raise Unrendered(RenderProblem.NO_BROWSER, first_line(error)) from error
            logger.warning("The browser has no sandbox on this system; it is started without.")
            options["chromium_sandbox"] = False
            return await self.launch_browser()
        return browser

    async def close(self) -> None:
        """End the driver."""
        if self._watch is not None:
            self._watch.cancel()
            await super().close()
        await self._gateway.close()

    def lost(self) -> Unrendered:
        """Why a browser has ended: that it took too much memory, or what is not known."""
        if self._is_too_large:
            megabytes = self._memory // 10**6
            detail = f"The browser took more than {megabytes:,} MB."
            return Unrendered(RenderProblem.MEMORY, detail)
        detail = "The browser ended while the page was open."
        return Unrendered(RenderProblem.BROWSER_LOST, detail)

    def kill(self) -> None:
        """End the browser at once; the driver goes on, and can start it again."""
        for process in self._processes():
            with suppress(psutil.Error):
                process.kill()

    async def _watch_memory(self) -> None:
        """End a browser that takes more memory than it may."""
        while True:
            await asyncio.sleep(WATCHED_EVERY)
            if await asyncio.to_thread(self._memory_taken) > self._memory:
                self._is_too_large = True
                self.kill()

    def _memory_taken(self) -> int:
        return sum(map(_memory_of, self._processes()))

    def _processes(self) -> list[psutil.Process]:
        """What the driver has started."""
        found: list[psutil.Process] = []
        for driver in self._drivers:
            with suppress(psutil.Error):
                found += driver.children(recursive=True)
        return found


def first_line(error: Exception) -> str:
    """The first line of what Playwright says; a log of the browser may follow it."""
    return str(error).strip().partition("\n")[0][:300]


def _memory_of(process: psutil.Process) -> int:
    try:
        taken = process.memory_full_info()
    except psutil.Error:  # it has just ended
        return 0
    # Linux divides what is shared among those that share it; elsewhere "unique" is nearest.
    return int(getattr(taken, "pss", taken.uss))
