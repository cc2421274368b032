"""Pages are read by another process where reading would hold the crawl up.

Big pages always are, so that the event loop is never held for long. Small ones are while they come
so fast that reading them takes a good part of the time. A thread would not do: most of the work
holds the interpreter's lock.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from typing import TYPE_CHECKING

from sitemap_audit.crawling.readings import PageRecords, read_page_records
from sitemap_audit.network.limits import HAS_HELPERS
from sitemap_audit.processes import helper
from sitemap_audit.processes.helper import Helper
from sitemap_audit.processes.messages import Broken

if TYPE_CHECKING:
    from sitemap_audit.crawling.readings import FetchedPage

logger = logging.getLogger(__name__)
MODULE = "sitemap_audit.processes.page_reader"
BIG = 192 * 2**10
"Bytes, unpacked, from which on a page is read in another process."
IN_HAND = 512 * 2**10
"Bytes in the hands of the other process from which on this one reads small pages itself."
MOST_UNREAD = 32 * 2**20
"Bytes of pages that wait to be read from which on no further page is to be fetched."
LOOK = 200
"Small pages after which is looked how long reading them took."
BUSY = 0.1
"Of the time: another process reads small pages, too, where this one reads for so long."
TRIES = 2
"Processes that may die of a page."


class UnreadError(Exception):
    """A page could not be read, by no fault of its own."""


class ReaderDiedError(Exception):
    """A process ended with a page in hand, for which it need not be to blame."""


def is_big(page: FetchedPage) -> bool:
    """Whether a page takes so long to read that another process is to do it."""
    if len(page.body) < BIG or not HAS_HELPERS:
        return False
    return "html" in (page.fetch.header("content-type") or "html").lower()


class PageReaders:
    """Reads pages: here, or in a process that is started when it is needed."""

    def __init__(self, *, shares: bool) -> None:
        """Read pages; ``shares``: small ones elsewhere, too, where that is of use."""
        self._may_share = shares
        self._reader: _Reader | None = None
        self._alone = asyncio.Lock()
        "Held while a process starts, and while it is to be given no further page."
        self._unread = 0
        "Bytes of pages that are being read, or wait for it."
        self._load = _Load()
        self._starting: asyncio.Task[None] | None = None

    @property
    def is_sharing(self) -> bool:
        """Whether a process is running that small pages may be given to."""
        return self._may_share and self._reader is not None and not self._alone.locked()

    @property
    def has_room(self) -> bool:
        """Whether further pages may be fetched: those that are not read yet take memory."""
        return self._unread < MOST_UNREAD

    async def read(self, page: FetchedPage) -> PageRecords:
        """The records of a page.

        Raises:
            UnreadError: a process failed, or TRIES of them died.
            OSError: none can be started.
        """
        self._unread += len(page.body)
        try:
            return await self._read(page)
        finally:
            self._unread -= len(page.body)

    async def _read(self, page: FetchedPage) -> PageRecords:
        if is_big(page):
            return await self._read_alone(page)
        if self._reader is None or not (self.is_sharing and self._reader.has_room):
            return self._read_here(page)
        try:
            return await self._reader.read(page)
        except ReaderDiedError:
            return await self._read_alone(page)

    def _read_here(self, page: FetchedPage) -> PageRecords:
        began = time.monotonic()
        records = read_page_records(page)
        is_high = self._load.note(began, time.monotonic())
        if is_high and self._may_share and not self._alone.locked():
            self._starting = asyncio.ensure_future(self._start())
        return records

    async def _start(self) -> None:
        """Have small pages read elsewhere, too; where that cannot be, it goes on without."""
        try:
            async with self._alone:
                await self._running()
        except (OSError, ReaderDiedError) as error:
            self._may_share = False
            logger.warning("No process can be started to read pages: %s", error)

    async def _running(self) -> _Reader:
        if self._reader is None or self._reader.has_ended:
            self._reader = await _Reader.start()
        return self._reader

    async def _read_alone(self, page: FetchedPage) -> PageRecords:
        """Have a page read while no other is handed over; again, where the process dies.

        It may die of a page that it had in hand before: not so the next one.
        """
        async with self._alone:
            for _ in range(TRIES):
                try:
                    reader = await self._running()
                    return await reader.read(page)
                except ReaderDiedError as error:
                    how = error
        raise UnreadError(f"{page.target.url} is not read: {TRIES} processes ended ({how}).")

    async def end(self) -> None:
        """Let the process go."""
        if self._starting is not None:
            await self._starting
        if self._reader is not None:
            await self._reader.end()
            self._reader = None


class _Load:
    """How much of the time is spent on reading pages."""

    def __init__(self) -> None:
        self._since = time.monotonic()
        self._pages, self._seconds = 0, 0.0

    def note(self, began: float, ended: float) -> bool:
        """Note that a page was read; whether, at LOOK pages, it was BUSY of the time."""
        self._pages += 1
        self._seconds += ended - began
        if self._pages < LOOK:
            return False
        is_high = self._seconds >= BUSY * (ended - self._since)
        self._since, self._pages, self._seconds = ended, 0, 0.0
        return is_high


class _Reader:
    """A process that reads pages one after the other, in the order in which they are given."""

    def __init__(self, process: Helper) -> None:
        self._helper = process
        self._unsent: list[FetchedPage] = []
        self._unanswered: deque[tuple[int, asyncio.Future[PageRecords]]] = deque()
        "Bytes of the page, and who waits for it."
        self._bytes = 0
        self._listening = asyncio.ensure_future(self._listen())

    @classmethod
    async def start(cls) -> _Reader:
        """Start one, and wait until it can read.

        Raises:
            OSError: it cannot be started.
            ReaderDiedError: it ended as it began.
        """
        process = await Helper.start(MODULE)
        if await process.answer() is None:
            raise ReaderDiedError(await process.end())
        return cls(process)

    @property
    def has_ended(self) -> bool:
        """Whether the process has ended."""
        return self._listening.done()

    @property
    def has_room(self) -> bool:
        """Whether it is to be given another small page."""
        return self._bytes < IN_HAND and not self.has_ended

    async def read(self, page: FetchedPage) -> PageRecords:
        """The records of a page.

        Raises:
            UnreadError: it could not be read.
            ReaderDiedError: the process died, or hung, of this page or of another.
        """
        if self.has_ended:
            raise ReaderDiedError(self._listening.result())
        loop = asyncio.get_running_loop()
        waiting: asyncio.Future[PageRecords] = loop.create_future()
        if not self._unsent:
            loop.call_soon(self._send)  # with those that come in the same turn of the loop
        self._unsent.append(page)
        self._unanswered.append((len(page.body), waiting))
        self._bytes += len(page.body)
        try:
            async with asyncio.timeout(helper.SILENCE):
                return await waiting
        except TimeoutError:
            self._helper.give_up()
            raise ReaderDiedError(await self._listening) from None

    def _send(self) -> None:
        pages, self._unsent = self._unsent, []
        try:
            self._helper.send(pages)
        except Exception:
            logger.exception("Pages could not be handed over to the process that reads")
            self._helper.kill()  # nobody is to wait for what it was not given

    async def _listen(self) -> str | None:
        """Take what the process answers until it ends; how it did."""
        while (answers := await self._helper.receive()) is not None:
            for answer in answers:
                self._take(answer)
        how = await self._helper.end()
        while self._unanswered:
            _, waiting = self._unanswered.popleft()
            if not waiting.done():
                waiting.set_exception(ReaderDiedError(how))
        return how

    def _take(self, answer: PageRecords | Broken) -> None:
        size, waiting = self._unanswered.popleft()
        self._bytes -= size
        if waiting.done():
            return  # cancelled: nobody waits any more
        if isinstance(answer, Broken):
            waiting.set_exception(UnreadError(f"A page could not be read:\n{answer.trace}"))
        else:
            waiting.set_result(answer)

    async def end(self) -> None:
        """Let the process go, once it has answered."""
        self._helper.close()
        await self._listening
