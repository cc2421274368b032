"""The browser's life: started behind the gateway, watched, and ended where it takes too much."""

from __future__ import annotations

import asyncio
import logging
import os
from contextlib import contextmanager, suppress
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, NoReturn

import psutil
from playwright.async_api import Error as PlaywrightError
from scrapy_playwright.provider import PlaywrightBrowserProvider

from sitemap_audit.handlers.errors import Unrendered
from sitemap_audit.items import RenderProblem
from sitemap_audit.rendering.allowance import Allowance
from sitemap_audit.rendering.gateway import Gateway

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.async_api import Browser


logger = logging.getLogger(__name__)

WATCHED_EVERY = 0.5
"Seconds between two looks at the memory of the browser and of its driver."
DRIVER_MEMORY = 512 * 2**20
"Bytes that the driver may take: what a page says on its console passes through it, and to us."


class GuardedBrowserProvider(PlaywrightBrowserProvider):  # type: ignore[misc]  # it is not typed
    """Starts the browser, and its driver with the first one."""

    def __init__(self, config: Any, *, memory: int) -> None:
        """Start nothing yet.

        Args:
            config: scrapy-playwright's.
            memory: bytes that the browser may take.
        """
        super().__init__(config)
        # Each page has a way out; what the browser wants for itself (updates, accounts) has none.
        self._gateway, self._memory = Gateway(_refuse, Allowance()), memory
        self._files = TemporaryDirectory(prefix="sitemap-audit-", ignore_cleanup_errors=True)
        "For the profiles of browsers, which those that are killed leave behind."
        self._drivers: list[psutil.Process] = []
        self._watch: asyncio.Task[None] | None = None
        self._too_large: str | None = None
        "What took more memory than it may, and has been ended."

    async def start(self) -> None:
        """Start the gateway and the driver, and watch what it starts."""
        if self._watch is None:
            self.config.launch_options["proxy"] = {"server": await self._gateway.start()}
            self._watch = asyncio.create_task(self._watch_memory())
        before = psutil.Process().children()
        with _temporary_folder(self._files.name):
            await super().start()
        self._drivers = [each for each in psutil.Process().children() if each not in before]

    @property
    def has_driver(self) -> bool:
        """Whether the driver runs; a page that makes it fail takes its browser with it."""
        return bool(self._drivers) and all(map(_runs, self._drivers))

    async def launch_browser(self) -> Browser:
        """Start a browser; without a sandbox where the system has none.

        Raises:
            Unrendered: it does not start, or takes too much memory at once.
        """
        if not self.has_driver:
            await self.start()
        self._too_large = None
        options = self.config.launch_options
        try:
            browser: Browser = await super().launch_browser()
        except PlaywrightError as error:
            if self._too_large:
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
        await asyncio.to_thread(self._files.cleanup)

    def lost(self) -> Unrendered:
        """Why a browser has ended: that it took too much memory, or what is not known."""
        if self._too_large:
            return Unrendered(RenderProblem.MEMORY, self._too_large)
        detail = "The browser ended while the page was open."
        return Unrendered(RenderProblem.BROWSER_LOST, detail)

    def kill(self) -> None:
        """End the browser at once; the driver goes on, and can start it again."""
        _kill(self._processes())

    async def _watch_memory(self) -> None:
        """End a browser that takes more memory than it may, and a driver."""
        while True:
            await asyncio.sleep(WATCHED_EVERY)
            if await asyncio.to_thread(_memory_of, self._drivers) > DRIVER_MEMORY:
                self._too_large = f"The driver took more than {DRIVER_MEMORY // 10**6:,} MB."
                _kill([*self._processes(), *self._drivers])
            elif await asyncio.to_thread(lambda: _memory_of(self._processes())) > self._memory:
                self._too_large = f"The browser took more than {self._memory // 10**6:,} MB."
                self.kill()

    def _processes(self) -> list[psutil.Process]:
        """What the driver has started."""
        found: list[psutil.Process] = []
        for driver in self._drivers:
            with suppress(psutil.Error):
                found += driver.children(recursive=True)
        return found


@contextmanager
def _temporary_folder(path: str) -> Iterator[None]:
    """Have processes that are started meanwhile put their temporary files there."""
    before = os.environ.get("TMPDIR")
    os.environ["TMPDIR"] = path
    try:
        yield
    finally:
        del os.environ["TMPDIR"]
        if before is not None:
            os.environ["TMPDIR"] = before


async def _refuse(host: str, port: int) -> NoReturn:
    raise ConnectionRefusedError(f"{host}:{port} is of no page")


def first_line(error: Exception) -> str:
    """The first line of what Playwright says; a log of the browser may follow it."""
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
    """Bytes that processes take; Linux divides what is shared among those that share it."""
    taken = 0
    for process in processes:
        with suppress(psutil.Error):  # it has just ended
            told = process.memory_full_info()
            taken += getattr(told, "pss", told.uss)  # elsewhere "unique" is nearest
    return taken
