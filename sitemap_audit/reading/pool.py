"""Parse pages and large sitemaps in worker processes, to keep the event loop free.

Pages are parsed in batches, since sending a small page to a worker takes as long as parsing it.
Without workers they are parsed in this process, which a costly page can block.
"""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar, cast

from sitemap_audit.machine.worker import TooCostlyError, WorkerEndedError
from sitemap_audit.parsing.sites import load_suffixes
from sitemap_audit.reading.workers import ReadFailure, call, read_pages, read_pieces, reader

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterable, Iterator
    from pathlib import Path

    from sitemap_audit.items import Sitemap
    from sitemap_audit.machine.worker import Worker
    from sitemap_audit.reading.pages import FetchedPage, ReadPage
    from sitemap_audit.reading.sitemaps import FetchedSitemap, Piece

logger = logging.getLogger(__name__)

BATCH = 8
"Pages per batch."
BATCH_BYTES = 256 * 2**10
"Bytes at which a batch is full."
LONGEST_WAIT = 0.02
"Seconds after which an incomplete batch is parsed."
BIG_SITEMAP = 2**20
"Bytes, as received, from which on a worker process parses a sitemap."
TRIES = 2
"Number of worker processes that may end while parsing the same sitemap."


Result = TypeVar("Result")
Batch: TypeAlias = "list[tuple[FetchedPage, asyncio.Future[ReadPage]]]"
"Pages with the futures of their results."


class UnreadError(Exception):
    """A page or sitemap could not be parsed: an internal error."""


class ReaderPool:
    """Parse pages and sitemaps, in worker processes or in this process."""

    def __init__(self, workers: int) -> None:
        """Use at most ``workers`` processes for pages; 0 parses everything in this process."""
        self._has_workers = workers > 0
        self._workers = [reader() for _ in range(workers)]
        self._idle: asyncio.LifoQueue[Worker] = asyncio.LifoQueue()  # a few pages start one process
        for worker in self._workers:
            self._idle.put_nowait(worker)
        self._threads = ThreadPoolExecutor(max(workers, 1))
        "Threads that wait for the processes."
        self._for_sitemaps = reader()
        "Pages are read while it reads a large sitemap."
        self._sitemap_turn = asyncio.Lock()
        "One sitemap at a time: a second one would only use memory."
        self._batch: Batch = []
        self._bytes = 0
        self._timer: asyncio.TimerHandle | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        load_suffixes()  # now: later it would block the event loop

    async def read_page(self, page: FetchedPage) -> ReadPage:
        """Parse a page; one that costs a worker process its life is not parsed as HTML.

        Raises:
            UnreadError: it could not be parsed.
        """
        waiting: asyncio.Future[ReadPage] = asyncio.get_running_loop().create_future()
        self._batch.append((page, waiting))
        self._bytes += len(page.body)
        if len(self._batch) >= BATCH or self._bytes >= BATCH_BYTES:
            self._send()
        elif self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(LONGEST_WAIT, self._send)
        return await waiting

    def _send(self) -> None:
        """Have the batch parsed."""
        batch, self._batch, self._bytes = self._batch, [], 0
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if not self._has_workers:
            _set_results(batch, read_pages(page for page, _ in batch))
        elif batch:
            task = asyncio.create_task(self._read_batch(batch))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _read_batch(self, batch: Batch) -> None:
        """Parse a batch in a worker process; each page gets a result even on errors."""
        pages = [page for page, _ in batch]
        results: list[ReadPage | ReadFailure] = []
        try:
            async with self._worker() as worker:
                await self._read_pages(worker, pages, results)
        except OSError as error:
            self._give_up(error)
            results += read_pages(pages[len(results) :])
        except Exception as error:
            results += [ReadFailure(f"{type(error).__name__}: {error}")] * len(pages)
        _set_results(batch, results)

    def _give_up(self, error: OSError) -> None:
        """Parse everything in this process, since no worker process can be started."""
        logger.warning("No worker process can be started to read pages and sitemaps: %s", error)
        self._has_workers = False

    async def _read_pages(
        self, worker: Worker, pages: list[FetchedPage], results: list[ReadPage | ReadFailure]
    ) -> None:
        """Parse pages, and add their results.

        A page at which a process ends is parsed again by another one; if that ends too, or the page
        took too much time or memory, without its HTML.
        """
        ended_at = None
        while (at := len(results)) < len(pages):
            worker.start()
            try:
                await self._in_thread(results.extend, worker.run(read_pages, pages[at:]))
            except WorkerEndedError as error:
                if (at := len(results)) == len(pages):
                    return
                if pages[at].is_too_complex:
                    results.append(ReadFailure(str(error)))
                elif isinstance(error, TooCostlyError) or ended_at == at:
                    pages[at] = pages[at]._replace(is_too_complex=True)
                ended_at = at

    async def run(self, function: Callable[[], Result]) -> Result:
        """Call a function in a worker process, or in this process without workers.

        Raises:
            WorkerEndedError: it took too much time or memory, or the process ended.
            UnreadError: it raised an exception there.
        """
        if self._has_workers:
            try:
                async with self._worker() as worker:
                    (result,) = await self._in_thread(list, worker.run(call, function))
            except OSError as error:
                self._give_up(error)
            else:
                if isinstance(result, ReadFailure):
                    raise UnreadError(result.trace)
                return cast("Result", result)
        return function()

    async def read_sitemap(
        self, fetched: FetchedSitemap, received: Path
    ) -> AsyncIterator[Piece | Sitemap]:
        """Parse a sitemap from its file: yield its pieces, then its item.

        Raises:
            UnreadError: it could not be parsed.
        """
        size = (await asyncio.to_thread(received.stat)).st_size
        is_here = not self._has_workers or size < BIG_SITEMAP
        told = 0
        for _ in range(TRIES):
            with suppress(WorkerEndedError):
                number = 0
                async for piece in self._pieces(fetched, received, is_here=is_here):
                    if isinstance(piece, ReadFailure):
                        raise UnreadError(f"{fetched.target.url} could not be read:\n{piece.trace}")
                    number += 1
                    if number > told:  # a retry yields the same pieces
                        told = number
                        yield piece
                return
        raise UnreadError(f"{fetched.target.url}: {TRIES} worker processes ended.")

    async def _pieces(
        self, fetched: FetchedSitemap, received: Path, *, is_here: bool
    ) -> AsyncIterator[Piece | Sitemap | ReadFailure]:
        async with self._sitemap_turn:
            pieces = None if is_here else self._pieces_apart(fetched, received)
            pieces = pieces or read_pieces(fetched, received)
            try:
                while (piece := await asyncio.to_thread(next, pieces, None)) is not None:
                    yield piece
            except BaseException:
                self._for_sitemaps.kill()  # it may be in the middle of this one
                raise

    def _pieces_apart(
        self, fetched: FetchedSitemap, received: Path
    ) -> Iterator[Piece | Sitemap | ReadFailure] | None:
        """Parse a sitemap in its worker process; None if that cannot be started."""
        try:
            self._for_sitemaps.start()
        except OSError as error:
            self._give_up(error)
            return None
        return self._for_sitemaps.run(read_pieces, fetched, received)

    @asynccontextmanager
    async def _worker(self) -> AsyncIterator[Worker]:
        """Wait for an idle worker process, and start it.

        Raises:
            OSError: it cannot be started.
        """
        worker = await self._idle.get()
        try:
            worker.start()
            yield worker
        except BaseException:
            worker.kill()  # it may be in the middle of a task
            raise
        finally:
            self._idle.put_nowait(worker)

    async def _in_thread(self, function: Callable[..., Any], *arguments: Any) -> Any:
        return await asyncio.get_running_loop().run_in_executor(self._threads, function, *arguments)

    def abandon(self) -> None:
        """Kill the worker processes; unfinished results are lost."""
        for worker in (*self._workers, self._for_sitemaps):
            worker.kill()

    async def close(self) -> None:
        """Wait for unfinished results, then end the worker processes."""
        self._send()
        while self._tasks:
            await asyncio.wait(self._tasks)
        self.abandon()
        self._threads.shutdown()


def _set_results(batch: Batch, results: Iterable[ReadPage | ReadFailure]) -> None:
    for (page, waiting), result in zip(batch, results, strict=False):
        if waiting.done():
            continue
        if isinstance(result, ReadFailure):
            text = f"{page.target.url} could not be read:\n{result.trace}"
            waiting.set_exception(UnreadError(text))
        else:
            waiting.set_result(result)
