"""Start the browser and its driver, and kill them when they exceed their memory limits."""

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
from sitemap_audit.rendering.gateway import Gateway
from sitemap_audit.rendering.quota import Quota

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.async_api import Browser


logger = logging.getLogger(__name__)

WATCHED_EVERY = 0.5
"Seconds between two memory checks of the browser and its driver."
DRIVER_MEMORY = 512 * 2**20
"Memory limit of the driver in bytes: the pages' console messages pass through it."


class GuardedBrowserProvider(PlaywrightBrowserProvider):  # type: ignore[misc]  # it is not typed
    """Starts the driver and the browser, and limits their memory."""

    def __init__(self, config: Any, *, memory: int) -> None:
        """Start nothing yet.

        Args:
            config: configuration of scrapy-playwright's handler.
            memory: memory limit of the browser in bytes.
        """
        super().__init__(config)
        # Pages use their own gateways; the browser's own requests (updates, accounts) are refused.
        self._gateway, self._memory = Gateway(_refuse, Quota()), memory
        self._files = TemporaryDirectory(prefix="sitemap-audit-", ignore_cleanup_errors=True)
        "Folder of the browser profiles; a killed browser leaves its profile behind."
        self._drivers: list[psutil.Process] = []
        self._watch: asyncio.Task[None] | None = None
        self._too_large: str | None = None
        "Why a process was killed, as a sentence: it exceeded its memory limit."

    async def start(self) -> None:
        """Start the driver; the first time also the gateway and the memory watch."""
        if self._watch is None:
            self.config.launch_options["proxy"] = {"server": await self._gateway.start()}
            self._watch = asyncio.create_task(self._watch_memory())
        before = psutil.Process().children()
        with _temporary_folder(self._files.name):
            await super().start()
        self._drivers = [each for each in psutil.Process().children() if each not in before]

    @property
    def has_driver(self) -> bool:
        """Whether the driver runs. If it crashes, its browser ends too."""
        return bool(self._drivers) and all(map(_runs, self._drivers))

    async def launch_browser(self) -> Browser:
        """Start a browser; without a sandbox if the system does not support it.

        Raises:
            Unrendered: it does not start, or exceeds the memory limit while starting.
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
        """Stop the driver and the gateway, and remove the browser profiles."""
        if self._watch is not None:
            self._watch.cancel()
            await super().close()
        await self._gateway.close()
        await asyncio.to_thread(self._files.cleanup)

    def lost(self) -> Unrendered:
        """Return the error for a browser that ended: memory limit exceeded, or cause unknown."""
        if self._too_large:
            return Unrendered(RenderProblem.MEMORY, self._too_large)
        detail = "The browser ended while the page was open."
        return Unrendered(RenderProblem.BROWSER_LOST, detail)

    def kill(self) -> None:
        """Kill the browser. The driver keeps running and can start it again."""
        _kill(self._processes())

    async def _watch_memory(self) -> None:
        """Kill a browser or a driver that exceeds its memory limit."""
        while True:
            await asyncio.sleep(WATCHED_EVERY)
            if await asyncio.to_thread(_memory_of, self._drivers) > DRIVER_MEMORY:
                self._too_large = f"The driver took more than {DRIVER_MEMORY // 10**6:,} MB."
                _kill([*self._processes(), *self._drivers])
            elif await asyncio.to_thread(lambda: _memory_of(self._processes())) > self._memory:
                self._too_large = f"The browser took more than {self._memory // 10**6:,} MB."
                self.kill()

    def _processes(self) -> list[psutil.Process]:
        """Return the child processes of the driver."""
        found: list[psutil.Process] = []
        for driver in self._drivers:
            with suppress(psutil.Error):
                found += driver.children(recursive=True)
        return found


@contextmanager
def _temporary_folder(path: str) -> Iterator[None]:
    """Set the temporary folder for processes started in the block."""
    before = os.environ.get("TMPDIR")
    os.environ["TMPDIR"] = path
    try:
        yield
    finally:
        del os.environ["TMPDIR"]
        if before is not None:
            os.environ["TMPDIR"] = before


async def _refuse(host: str, port: int) -> NoReturn:
    raise ConnectionRefusedError(f"{host}:{port} is not requested by a page")


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
