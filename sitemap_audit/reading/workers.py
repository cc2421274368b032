"""Worker processes: their tasks, and the detection of dead or hanging ones."""

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
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple, TypeVar, TypeVarTuple

from sitemap_audit.machine.interpreter import release_memory
from sitemap_audit.parsing.sites import load_suffixes
from sitemap_audit.reading.pages import read_fetched_page
from sitemap_audit.reading.sitemaps import SitemapReading

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterator
    from concurrent.futures import Future
    from multiprocessing.process import BaseProcess
    from pathlib import Path

    from sitemap_audit.items import Sitemap
    from sitemap_audit.reading.pages import FetchedPage, ReadPage
    from sitemap_audit.reading.sitemaps import FetchedSitemap, Piece

Result = TypeVar("Result")
Arguments = TypeVarTuple("Arguments")
HANG_TIMEOUT = 300.0
"Seconds without a result after which a worker process counts as hanging."
DEATH_GRACE = 2.0
"Seconds for the executor to notice a dead worker process."
SHUTDOWN_TIMEOUT = 30.0
"Seconds for idle worker processes to end."
WATCH_INTERVAL = 1.0
"Seconds between two checks of busy worker processes."
CHUNK = 64 * 2**10
LARGE = 512 * 2**10
"Bytes of a page after which memory is returned to the system."


class ReadFailure(NamedTuple):
    """Traceback of a worker process, as text: not every exception can be pickled."""

    trace: str


class WorkerProcesses:
    """Executor whose processes start with the first task, and again after a crash."""

    def __init__(self, number: int) -> None:
        self._number = number
        self._pool: ProcessPoolExecutor | None = None

    async def run(self, function: Callable[[*Arguments], Result], *arguments: *Arguments) -> Result:
        """Run a function in a worker process; kill the process if it hangs.

        Raises:
            BrokenExecutor: a worker process died.
            OSError: no process can be started.
        """
        done, watch = self.submit(function, *arguments)
        try:
            while not (await asyncio.wait([done], timeout=WATCH_INTERVAL))[0]:
                watch.look()
            return done.result()
        except BrokenExecutor:
            self.drop(watch.pool)
            raise

    def submit(
        self, function: Callable[[*Arguments], Result], *arguments: *Arguments
    ) -> tuple[asyncio.Future[Result], Watch]:
        """Submit a task; the caller calls ``Watch.look`` until it is done."""
        try:
            done = self._submit(function, *arguments)
        except BrokenExecutor:  # a process has died meanwhile
            self.abandon()
            done = self._submit(function, *arguments)
        assert self._pool is not None
        future = asyncio.wrap_future(done)
        future.add_done_callback(_retrieve)
        return future, Watch(self._pool)

    def _submit(
        self, function: Callable[[*Arguments], Result], *arguments: *Arguments
    ) -> Future[Result]:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(
                self._number,
                mp_context=multiprocessing.get_context("spawn"),
                initializer=begin_worker,
            )
        with without_main():  # a task may start a process
            return self._pool.submit(function, *arguments)

    def drop(self, pool: ProcessPoolExecutor) -> None:
        """Discard a pool and kill its processes; the next task starts another.

        Unfinished tasks fail, and their callers retry. Cancelling them would cancel the callers.
        """
        if pool is self._pool:
            self._pool = None
            kill_workers(pool)
            pool.shutdown(wait=False)

    def abandon(self) -> None:
        """Kill the processes."""
        if self._pool is not None:
            self.drop(self._pool)

    async def close(self) -> None:
        """Stop the idle processes."""
        pool, self._pool = self._pool, None
        if pool is not None:
            ending = asyncio.ensure_future(asyncio.to_thread(pool.shutdown))
            if not (await asyncio.wait([ending], timeout=SHUTDOWN_TIMEOUT))[0]:
                kill_workers(pool)
            await ending


def _retrieve(future: asyncio.Future[Any]) -> None:
    """Retrieve the exception, so that asyncio does not log it if no caller is left."""
    if not future.cancelled():
        future.exception()


class Watch:
    """Detect that the worker process of a task hangs or has died.

    The executor does not notice a process that is killed while it sends a result.
    """

    def __init__(self, pool: ProcessPoolExecutor) -> None:
        self.pool = pool
        self._died_at: float | None = None
        self.begin()

    def begin(self) -> None:
        """Restart the timeout: the task begins or has made progress."""
        self._began = time.monotonic()

    def look(self) -> None:
        """Check the worker processes.

        Raises:
            BrokenExecutor: one has died or hangs.
        """
        now = time.monotonic()
        if self._died_at is None and not all(each.is_alive() for each in _workers(self.pool)):
            self._died_at = now
        is_left = self._died_at is not None and now - self._died_at > DEATH_GRACE
        if is_left or now - self._began > HANG_TIMEOUT:
            raise BrokenExecutor("A worker process did not respond.")


def _workers(pool: ProcessPoolExecutor) -> list[BaseProcess]:
    """Return the processes of a pool; there is no public API before Python 3.14."""
    return list((pool._processes or {}).values())


def kill_workers(pool: ProcessPoolExecutor) -> None:
    """Kill a pool's processes, and close the pipes that its threads read from and write to.

    Else a thread that sends a large page to a dead process never ends, and the program neither, in
    Python 3.11.2 of Debian 12 (https://github.com/python/cpython/issues/94777).
    """
    for process in _workers(pool):
        process.kill()
    for end in (pool._result_queue._writer, pool._call_queue._reader):  # type: ignore[attr-defined]  # no public way
        with suppress(OSError):
            end.close()


@contextmanager
def without_main() -> Iterator[None]:
    """Keep new processes from importing the main module.

    They do not need it. The import takes time, and would run a script again that starts a crawl at
    its top level.
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


async def read_written(file: BinaryIO) -> AsyncIterator[Piece | Sitemap]:
    """Yield the complete results that a worker process has written since the last call."""
    while True:
        place = file.tell()
        size = int.from_bytes(file.read(8), "big")
        pickled = file.read(size) if size else b""
        if not size or len(pickled) < size:
            file.seek(place)
            return
        yield await asyncio.to_thread(pickle.loads, pickled)


# The functions below run in worker processes.


def begin_worker() -> None:
    for name in {"SIGINT", "SIGTERM", "SIGHUP"} & set(dir(signal)):
        signal.signal(getattr(signal, name), signal.SIG_IGN)  # the main process stops its workers
    threading.Thread(target=_end_with_crawl, daemon=True).start()
    load_suffixes()


def _end_with_crawl() -> None:
    """Exit when the main process has died; the executor's workers would wait forever."""
    crawl = multiprocessing.parent_process()
    if crawl is not None:
        crawl.join()
        os._exit(1)


def is_ready() -> bool:
    return True


def read_pages(pages: list[FetchedPage]) -> list[ReadPage | ReadFailure]:
    read = []
    for page in pages:
        read.append(_read_page(page))
        if len(page.body) >= LARGE:
            release_memory()
    return read


def _read_page(page: FetchedPage) -> ReadPage | ReadFailure:
    try:
        return read_fetched_page(page)
    except Exception:
        import traceback

        return ReadFailure(traceback.format_exc())


def write_pieces(fetched: FetchedSitemap, received: Path, pieces: Path) -> str | None:
    """Write a sitemap's pieces and its item to a file; return a traceback on failure."""
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
