"""Big pages are read by another process, so that the event loop is never held for long.

A thread would not do: most of the work holds the interpreter's lock.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from sitemap_audit.crawling.readings import PageRecords
from sitemap_audit.network.limits import HAS_HELPERS
from sitemap_audit.processes.helper import Helper
from sitemap_audit.processes.messages import Broken

if TYPE_CHECKING:
    from sitemap_audit.crawling.readings import FetchedPage

MODULE = "sitemap_audit.processes.page_reader"
BIG = 192 * 2**10
"Bytes, unpacked, from which on a page is read in another process."

TRIES = 2
"Processes that may die of a page."


class UnreadError(Exception):
    """A page could not be read, by no fault of its own."""


def is_big(page: FetchedPage) -> bool:
    """Whether a page takes so long to read that another process is to do it."""
    if len(page.body) < BIG or not HAS_HELPERS:
        return False
    return "html" in (page.fetch.header("content-type") or "html").lower()


class BigPages:
    """Reads big pages, one after the other, in a process that is started when it is needed."""

    def __init__(self) -> None:
        self._reader: Helper | None = None
        self._turn = asyncio.Lock()

    async def read(self, page: FetchedPage) -> PageRecords:
        """Have a page read; again by another process where one dies: that may be no page's fault.

        Raises:
            UnreadError: the process failed, or TRIES of them died.
            OSError: it cannot be started.
        """
        async with self._turn:
            how = None
            for _ in range(TRIES):
                if self._reader is None:
                    self._reader = await Helper.start(MODULE)
                self._reader.send(page)
                message = await self._reader.receive()
                if isinstance(message, PageRecords):
                    return message
                if isinstance(message, Broken):
                    raise UnreadError(f"{page.target.url} could not be read:\n{message.trace}")
                reader, self._reader = self._reader, None
                how = await reader.end()
            raise UnreadError(f"{page.target.url} is not read: {TRIES} processes ended ({how}).")

    async def end(self) -> None:
        """Let the process go."""
        if self._reader is not None:
            await self._reader.end()
            self._reader = None
