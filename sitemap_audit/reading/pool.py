"""Parse pages and large sitemaps in worker processes, to keep the event loop free.

The first pages are parsed in this process: a small audit ends before a worker has started. Pages
are parsed in batches, since sending a small page to a worker takes as long as parsing it. Batches
are faster in this process too, because of the processor's cache.
"""

from __future__ import annotations

import asyncio
import logging
import time
from concurrent.futures import BrokenExecutor
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeAlias

from sitemap_audit.parsing.sites import load_suffixes
from sitemap_audit.reading.sitemaps import Piece, SitemapReading
from sitemap_audit.reading.workers import (
    ReadFailure,
    WorkerProcesses,
    chunks,
    is_ready,
    read_pages,
    read_written,
    write_pieces,
)

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Coroutine
    from pathlib import Path

    from sitemap_audit.items import Sitemap
    from sitemap_audit.reading.pages import FetchedPage, ReadPage
    from sitemap_audit.reading.sitemaps import FetchedSitemap

logger = logging.getLogger(__name__)

BATCH = 8
"Pages per batch."
BATCH_BYTES = 512 * 2**10
"Bytes at which a batch is full."
BATCH_BYTES_HERE = 64 * 2**10
"The same in this process, where parsing blocks the event loop."
LONGEST_WAIT = 0.05
"Seconds after which an incomplete batch is parsed."
LONGEST_WAIT_HERE = 0.02
"The same in this process."
WORTH_PROCESSES = 0.4
"Seconds of parsing in this process after which worker processes are started."
BIG_PAGE = 192 * 2**10
"Bytes from which on a batch is not parsed in this process: it would block the event loop."
BIG_SITEMAP = 2**20
"Bytes, as received, from which on a worker process parses a sitemap."
POLL_SECONDS = 0.05
"Seconds between two reads of a worker's results for a sitemap."
TRIES = 2
"Number of worker processes that may die while parsing the same page or sitemap."


Batch: TypeAlias = "list[tuple[FetchedPage, asyncio.Future[ReadPage]]]"
"Pages with the futures of their results."


class UnreadError(Exception):
    """A page or sitemap could not be parsed: an internal error."""


class ReaderPool:
    """Parse pages and sitemaps, in this process or in worker processes."""

    def __init__(self, workers: int) -> None:
        """Use at most ``workers`` processes; 0 parses everything in this process."""
        self._workers = workers
        self._processes = WorkerProcesses(workers)
        self._apart = WorkerProcesses(1)
        "For pages whose worker process died."
        self._alone = asyncio.Lock()
        self._in_thread = asyncio.Lock()
        "One sitemap at a time in this process: a second thread would only use memory."
        self._is_starting = self._is_ready = False
        self._seconds = 0.0
        "Time spent on parsing in this process."
        self._batch: Batch = []
        self._bytes = 0
        self._timer: asyncio.TimerHandle | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        load_suffixes()  # now: later it would block the event loop

    async def read_page(self, page: FetchedPage) -> ReadPage:
        """Parse a page.

        Raises:
            UnreadError: it could not be parsed.
        """
        waiting: asyncio.Future[ReadPage] = asyncio.get_running_loop().create_future()
        self._batch.append((page, waiting))
        self._bytes += len(page.body)
        most_bytes = BATCH_BYTES if self._is_ready else BATCH_BYTES_HERE
        if len(self._batch) >= BATCH or self._bytes >= most_bytes:
            self._send()
        elif self._timer is None:
            wait = LONGEST_WAIT if self._is_ready else LONGEST_WAIT_HERE
            self._timer = asyncio.get_running_loop().call_later(wait, self._send)
        return await waiting

    def _read_here(self, batch: Batch) -> None:
        """Parse a batch in this process."""
        began = time.monotonic()
        results = read_pages([page for page, _ in batch])
        self._seconds += time.monotonic() - began
        for (page, waiting), result in zip(batch, results, strict=True):
            _set_result(page, waiting, result)
        if self._workers and not self._is_starting and self._seconds > WORTH_PROCESSES:
            self._is_starting = True
            self._begin(self._start())

    async def _start(self) -> None:
        """Start the worker processes; until one is ready, this process parses small pages."""
        try:
            await self._processes.run(is_ready)
        except (OSError, BrokenExecutor) as error:
            self._give_up(error)
        else:
            self._is_ready = True

    def _give_up(self, error: BaseException) -> None:
        """Parse everything in this process, since no worker process can be started."""
        logger.warning("No worker process can be started to read pages: %s", error)
        self._workers = 0
        self._is_ready = False

    def _begin(self, coroutine: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(coroutine)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _send(self) -> None:
        """Send the batch to be parsed."""
        (batch, size), self._batch, self._bytes = (self._batch, self._bytes), [], 0
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if not batch:
            return
        if self._is_ready or (self._workers and size >= BIG_PAGE):
            self._begin(self._read_batch(batch))
        else:
            self._read_here(batch)

    async def _read_batch(self, batch: Batch) -> None:
        """Parse a batch in a worker process; each page gets a result even on errors."""
        try:
            results = await self._read([page for page, _ in batch])
        except Exception as error:
            results = [ReadFailure(f"{type(error).__name__}: {error}")] * len(batch)
        for (page, waiting), result in zip(batch, results, strict=True):
            _set_result(page, waiting, result)

    async def _read(self, pages: list[FetchedPage]) -> list[ReadPage | ReadFailure]:
        try:
            return await self._processes.run(read_pages, pages)
        except BrokenExecutor:
            return [await self._read_again(page) for page in pages]
        except OSError as error:
            self._give_up(error)
            return read_pages(pages)

    async def _read_again(self, page: FetchedPage) -> ReadPage | ReadFailure:
        """Parse a page alone after its worker process died; it may have caused that."""
        async with self._alone:
            for _ in range(TRIES):
                with suppress(BrokenExecutor):
                    (result,) = await self._apart.run(read_pages, [page])
                    return result
        return ReadFailure(f"{TRIES} worker processes ended.")

    async def read_sitemap(
        self, fetched: FetchedSitemap, received: Path
    ) -> AsyncIterator[Piece | Sitemap]:
        """Parse a sitemap from its file: yield its pieces, then its item.

        Raises:
            UnreadError: it could not be parsed.
        """
        is_big = (await asyncio.to_thread(received.stat)).st_size >= BIG_SITEMAP
        if not (self._workers and is_big):
            async with self._in_thread:
                async for piece in _read_in_thread(fetched, received):
                    yield piece
            return
        told = 0
        for _ in range(TRIES):
            with suppress(BrokenExecutor):
                number = 0
                async for piece in self._read_by_worker(fetched, received):
                    number += 1
                    if number > told:  # a retry yields the same pieces
                        told = number
                        yield piece
                return
        raise UnreadError(f"{fetched.target.url}: {TRIES} worker processes ended.")

    async def _read_by_worker(
        self, fetched: FetchedSitemap, received: Path
    ) -> AsyncIterator[Piece | Sitemap]:
        """Parse a sitemap in a worker process; kill the process if it hangs.

        Raises:
            UnreadError: it could not be parsed.
            BrokenExecutor: the worker process died.
        """
        pieces = received.with_name(f"{received.name}.pieces")
        pieces.write_bytes(b"")
        done, watch = self._processes.submit(write_pieces, fetched, received, pieces)
        try:
            with pieces.open("rb") as file:
                while True:
                    is_last = done.done()
                    async for piece in read_written(file):
                        yield piece
                        watch.begin()
                    if is_last:
                        break
                    await asyncio.wait([done], timeout=POLL_SECONDS)
                    watch.look()
            if (broken := done.result()) is not None:
                raise UnreadError(f"{fetched.target.url} could not be read:\n{broken}")
        except BrokenExecutor:
            self._processes.drop(watch.pool)
            raise
        finally:
            await asyncio.to_thread(pieces.unlink, missing_ok=True)

    def abandon(self) -> None:
        """Kill the worker processes; unfinished results are lost."""
        for processes in (self._processes, self._apart):
            processes.abandon()

    async def close(self) -> None:
        """Wait for unfinished results, then stop the worker processes."""
        self._send()
        while self._tasks:
            await asyncio.wait(self._tasks)
        for processes in (self._processes, self._apart):
            await processes.close()


def _set_result(
    page: FetchedPage, waiting: asyncio.Future[ReadPage], result: ReadPage | ReadFailure
) -> None:
    if waiting.done():
        return
    if isinstance(result, ReadFailure):
        waiting.set_exception(UnreadError(f"{page.target.url} could not be read:\n{result.trace}"))
    else:
        waiting.set_result(result)


async def _read_in_thread(
    fetched: FetchedSitemap, received: Path
) -> AsyncIterator[Piece | Sitemap]:
    """Parse a sitemap in a thread of this process."""
    reading = SitemapReading(fetched)
    pieces = reading.pieces(chunks(received))
    while (piece := await asyncio.to_thread(next, pieces, None)) is not None:
        yield piece
    yield reading.item
