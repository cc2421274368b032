"""Start the browser and its driver, and kill them when they exceed their memory limits."""

from __future__ import annotations

import asyncio
import logging
import os
from contextlib import suppress
from tempfile import TemporaryDirectory, gettempdir
from typing import TYPE_CHECKING, Any

import psutil
from playwright.async_api import Error as PlaywrightError
from scrapy_playwright.provider import PlaywrightBrowserProvider

from sitemap_audit.handlers.ignored_requests import Unrendered
from sitemap_audit.items import RenderProblem

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.async_api import Browser


logger = logging.getLogger(__name__)

WATCHED_EVERY = 0.5
"Seconds between two checks of the browser and its driver."
DRIVER_MEMORY = 512 * 2**20
"Memory limit of the driver in bytes: the pages' console messages pass through it."
BROWSER_LOST = "The browser ended while the page was open."


class GuardedBrowserProvider(PlaywrightBrowserProvider):  # type: ignore[misc]  # it is not typed
    """Starts the driver and the browser, and limits their memory."""

    def __init__(
        self, config: Any, *, memory: int, on_lost: Callable[[RenderProblem, str], object]
    ) -> None:
        """Start nothing yet.

        Args:
            config: configuration of scrapy-playwright's handler.
            memory: memory limit of the browser in bytes.
            on_lost: called, with the problem of open pages and a sentence, when the memory limit is
                exceeded or the driver has ended.
        """
        super().__init__(config)
        self._memory, self._on_lost = memory, on_lost
        self._files = TemporaryDirectory(prefix="sitemap-audit-", ignore_cleanup_errors=True)
        "Folder of the browser profiles; a driver that is killed leaves them behind."
        self._drivers: list[psutil.Process] = []
        self._watch: asyncio.Task[None] | None = None

    @property
    def has_driver(self) -> bool:
        """Whether the driver runs. If it crashes, its browser ends too, and nothing says so."""
        return bool(self._drivers) and all(map(_runs, self._drivers))

    async def start(self) -> None:
        """Start the driver; the first time also the watch."""
        self._drivers = []
        before, folder = psutil.Process().children(), os.environ.get("TMPDIR", gettempdir())
        os.environ["TMPDIR"] = self._files.name
        try:
            await super().start()
        finally:
            os.environ["TMPDIR"] = folder
        self._drivers = [each for each in psutil.Process().children() if each not in before]
        self._watch = self._watch or asyncio.create_task(self._watch_processes())

    async def launch_browser(self) -> Browser:
        """Start a browser; without a sandbox if the system does not support it.

        Raises:
            Unrendered: it does not start.
        """
        if not self.has_driver:
            await self.start()
        options = self.config.launch_options
        try:
            browser: Browser = await super().launch_browser()
        except PlaywrightError as error:
            if not options["chromium_sandbox"] or "sandbox" not in error.message.lower():
                raise Unrendered(RenderProblem.NO_BROWSER, first_line(error)) from error
            logger.warning("The browser has no sandbox on this system; it is started without.")
            options["chromium_sandbox"] = False
            return await self.launch_browser()
        return browser

    async def close(self) -> None:
        """Stop the driver, and remove the browser profiles."""
        if self._watch is not None:
            self._watch.cancel()
            await super().close()
        await asyncio.to_thread(self._files.cleanup)

    def kill(self) -> None:
        """Kill the browser. The driver keeps running and can start it again."""
        _kill(self._browsers())

    async def _watch_processes(self) -> None:
        """Kill a browser or a driver that exceeds its memory limit; tell that a driver ended."""
        while True:
            await asyncio.sleep(WATCHED_EVERY)
            browsers = await asyncio.to_thread(self._browsers)
            if await asyncio.to_thread(_memory_of, self._drivers) > DRIVER_MEMORY:
                self._end("driver", DRIVER_MEMORY, [*browsers, *self._drivers])
            elif await asyncio.to_thread(_memory_of, browsers) > self._memory:
                self._end("browser", self._memory, browsers)
            elif self._drivers and not self.has_driver:
                self._drivers = []
                self._on_lost(RenderProblem.BROWSER_LOST, BROWSER_LOST)

    def _end(self, name: str, limit: int, processes: list[psutil.Process]) -> None:
        self._on_lost(RenderProblem.MEMORY, f"The {name} took more than {limit // 10**6:,} MB.")
        _kill(processes)

    def _browsers(self) -> list[psutil.Process]:
        """Return the child processes of the driver."""
        found: list[psutil.Process] = []
        for driver in self._drivers:
            with suppress(psutil.Error):
                found += driver.children(recursive=True)
        return found


def first_line(error: Exception) -> str:
    """Return the first line of an error of Playwright, at most 300 characters."""
    return str(error).strip().partition("\n")[0][:300]


def _runs(process: psutil.Process) -> bool:
    with suppress(psutil.Error):
        return bool(process.is_running() and process.status() != psutil.STATUS_ZOMBIE)
    return False


def _kill(processes: list[psutil.Process]) -> None:
    for process in processes:
        with suppress(psutil.Error):
            process.kill()


def _memory_of(processes: list[psutil.Process]) -> int:
    """Return the memory of processes in bytes; on Linux, shared memory is divided among them."""
    taken = 0
    for process in processes:
        with suppress(psutil.Error):  # the process has just ended
            info = process.memory_full_info()
            taken += getattr(info, "pss", info.uss)  # only Linux has PSS
    return taken
