"""Worker processes: what they do, and how their deaths are noticed."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import pickle
import signal
import sys
import threading
import time
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from contextlib import contextmanager, suppress
from types import ModuleType
from typing import TYPE_CHECKING, BinaryIO, NamedTuple

from sitemap_audit.machine.interpreter import release_memory
from sitemap_audit.parsing.sites import load_suffixes
from sitemap_audit.reading.pages import read_fetched_page
from sitemap_audit.reading.sitemaps import SitemapReading

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator
    from concurrent.futures import Future
    from multiprocessing.process import BaseProcess
    from pathlib import Path

    from sitemap_audit.items import Sitemap
    from sitemap_audit.reading.pages import FetchedPage, ReadPage
    from sitemap_audit.reading.sitemaps import FetchedSitemap, Piece

SILENCE = 300.0
"Seconds without a batch, or a piece of a sitemap, after which a worker process is taken to hang."
LEFT = 2.0
"Seconds after the death of a worker process in which the executor has noticed it."
CLOSING = 30.0
"Seconds that worker processes with nothing to do may take to end."
WATCHED_EVERY = 1.0
"Seconds between two looks at worker processes that have a task."
CHUNK = 64 * 2**10
LARGE = 512 * 2**10
"Bytes of a page from which on the memory that reading it took is given back to the system."


class Broken(NamedTuple):
    """An exception of a worker process, as text: not every exception can be pickled."""

    trace: str


class WorkerProcesses:
    """Processes that start with the first tasks, and anew where one has died."""

    def __init__(self, number: int) -> None:
        self._number = number
        self._pool: ProcessPoolExecutor | None = None

    async def run(self, function: object, *arguments: object) -> object:
        """Have a worker process do something; one that hangs is killed.

        Raises:
            BrokenExecutor: a worker process died.
            OSError: none can be started.
        """
        done, watch = self.submit(function, *arguments)
        try:
            while not (await asyncio.wait([done], timeout=WATCHED_EVERY))[0]:
                watch.look()
            return done.result()
        except BrokenExecutor:
            self.drop(watch.pool)
            raise

    def submit(self, function: object, *arguments: object) -> tuple[asyncio.Future[object], Watch]:
        """Give a task to a worker process; it is to be looked at until it is done."""
        try:
            done = self._submit(function, *arguments)
        except BrokenExecutor:  # a process died, and nobody has noticed yet
            self.abandon()
            done = self._submit(function, *arguments)
        assert self._pool is not None
        future = asyncio.wrap_future(done)
        future.add_done_callback(_retrieve)
        return future, Watch(self._pool)

    def _submit(self, function: object, *arguments: object) -> Future[object]:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(
                self._number,
                mp_context=multiprocessing.get_context("spawn"),
                initializer=begin_worker,
            )
        with without_main():  # a task may start a process
            return self._pool.submit(function, *arguments)  # type: ignore[arg-type]

    def drop(self, pool: ProcessPoolExecutor) -> None:
        """Use a pool no more, and end its processes; the next task starts another.

        What it is reading breaks, and is read again by those who wait for it. To cancel it would
        cancel their tasks.
        """
        if pool is self._pool:
            self._pool = None
            kill_workers(pool)
            pool.shutdown(wait=False)

    def abandon(self) -> None:
        """End the processes at once."""
        if self._pool is not None:
            self.drop(self._pool)

    async def close(self) -> None:
        """End the processes, which have nothing to do."""
        pool, self._pool = self._pool, None
        if pool is not None:
            ending = asyncio.ensure_future(asyncio.to_thread(pool.shutdown))
            if not (await asyncio.wait([ending], timeout=CLOSING))[0]:
                kill_workers(pool)
            await ending


def _retrieve(future: asyncio.Future[object]) -> None:
    """Nobody may wait for it any more; asyncio would log its exception."""
    if not future.cancelled():
        future.exception()


class Watch:
    """Tells that a task's worker process hangs, or has died and left the executor waiting.

    The executor waits for the rest of what a worker process was sending it when it was killed.
    """

    def __init__(self, pool: ProcessPoolExecutor) -> None:
        self.pool = pool
        self._died_at: float | None = None
        self.begin()

    def begin(self) -> None:
        """The task begins, or has got on."""
        self._began = time.monotonic()

    def look(self) -> None:
        """Look at the worker processes.

        Raises:
            BrokenExecutor: the task will not end.
        """
        now = time.monotonic()
        if self._died_at is None and not all(each.is_alive() for each in _workers(self.pool)):
            self._died_at = now
        is_left = self._died_at is not None and now - self._died_at > LEFT
        if is_left or now - self._began > SILENCE:
            raise BrokenExecutor("A worker process did not respond.")


def _workers(pool: ProcessPoolExecutor) -> list[BaseProcess]:
    """The worker processes of a pool; there is no public way to them before Python 3.14."""
    return list((pool._processes or {}).values())


def kill_workers(pool: ProcessPoolExecutor) -> None:
    """End a pool's processes, and what its thread waits for of a message that was cut off."""
    for process in _workers(pool):
        process.kill()
    with suppress(OSError):
        pool._result_queue._writer.close()  # type: ignore[attr-defined]  # for the end to be seen


@contextmanager
def without_main() -> Iterator[None]:
    """Have new processes not import the program's main module.

    They need nothing of it; importing it takes time, and runs a script a second time that begins a
    crawl at its top level.
    """
    main = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = main


def chunks(path: Path) -> Iterator[bytes]:
    with path.open("rb") as file:
        while chunk := file.read(CHUNK):
            yield chunk


async def written(file: BinaryIO) -> AsyncIterator[Piece | Sitemap]:
    """What a worker process has written whole, from where it was last looked."""
    while True:
        place = file.tell()
        size = int.from_bytes(file.read(8), "big")
        pickled = file.read(size) if size else b""
        if not size or len(pickled) < size:
            file.seek(place)
            return
        yield await asyncio.to_thread(pickle.loads, pickled)


# What follows runs in worker processes.


def begin_worker() -> None:
    for name in {"SIGINT", "SIGTERM", "SIGHUP"} & set(dir(signal)):
        signal.signal(getattr(signal, name), signal.SIG_IGN)  # the crawl ends its workers itself
    threading.Thread(target=_end_with_crawl, daemon=True).start()
    load_suffixes()


def _end_with_crawl() -> None:
    """End when the crawl's process has died: the executor's workers would wait for it for ever."""
    crawl = multiprocessing.parent_process()
    if crawl is not None:
        crawl.join()
        os._exit(1)


def is_ready() -> bool:
    return True


def read_pages(pages: list[FetchedPage]) -> list[ReadPage | Broken]:
    read = []
    for page in pages:
        read.append(_read_page(page))
        if len(page.body) >= LARGE:
            release_memory()
    return read


def _read_page(page: FetchedPage) -> ReadPage | Broken:
    try:
        return read_fetched_page(page)
    except Exception:
        import traceback

        return Broken(traceback.format_exc())


def write_pieces(fetched: FetchedSitemap, received: Path, pieces: Path) -> str | None:
    """Write a sitemap's pieces and then its item to a file; a traceback where that fails."""
    try:
        reading = SitemapReading(fetched)
        with pieces.open("wb") as file:
            for piece in reading.pieces(chunks(received)):
                _write(piece, file)
            _write(reading.item, file)
    except Exception:
        import traceback

        return traceback.format_exc()
    return None


def _write(what: Piece | Sitemap, file: BinaryIO) -> None:
    pickled = pickle.dumps(what, pickle.HIGHEST_PROTOCOL)
    file.write(len(pickled).to_bytes(8, "big") + pickled)
    file.flush()
