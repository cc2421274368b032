"""Worker processes, each with a pipe of its own and limits of time and memory.

A process that exceeds a limit is killed. The next task starts another one; the other processes are
not concerned, as they share nothing with it.
"""

from __future__ import annotations

import multiprocessing
import signal
import sys
import traceback
from contextlib import contextmanager, suppress
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple

import psutil

from sitemap_audit.machine.interpreter import release_memory
from sitemap_audit.parsing.sites import load_suffixes
from sitemap_audit.reading.pages import read_fetched_page
from sitemap_audit.reading.sitemaps import SitemapReading

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from multiprocessing.connection import Connection
    from multiprocessing.context import SpawnProcess
    from pathlib import Path

    from sitemap_audit.items import Sitemap
    from sitemap_audit.reading.pages import FetchedPage, ReadPage
    from sitemap_audit.reading.sitemaps import FetchedSitemap, Piece

MAX_SECONDS = 30.0
"Seconds until the next result of a worker process: a page, or a piece of a sitemap."
MAX_MEMORY = 300 * 2**20
"Bytes of memory (resident) of a worker process; a page of 2 MB takes half as many at most."
WATCH_INTERVAL = 0.1
"Seconds between two looks at the time and memory of a worker process."
CHUNK = 64 * 2**10
LARGE = 512 * 2**10
"Bytes of a page after which memory is returned to the system."


class WorkerEndedError(Exception):
    """The worker process of a task ended."""


class TooCostlyError(WorkerEndedError):
    """The task took more time or memory than it may."""


class ReadFailure(NamedTuple):
    """Traceback of a worker process, as text: not every exception can be pickled."""

    trace: str


class Worker:
    """A process that runs one task at a time."""

    def __init__(self) -> None:
        self._process: SpawnProcess | None = None
        self._pipe: Connection | None = None
        self._is_ready = False

    def start(self) -> None:
        """Start the process, unless it runs.

        Raises:
            OSError: it cannot be started.
        """
        if self._process is not None and self._process.is_alive():
            return
        context = multiprocessing.get_context("spawn")
        self._pipe, end = context.Pipe()
        with end, without_main():
            process = context.Process(target=serve, args=(end,), daemon=True)
            process.start()
        self._process, self._is_ready = process, False

    def run(self, function: Callable[..., Iterable[Any]], *arguments: Any) -> Iterator[Any]:
        """Yield what a generator function yields in the process, which has been started.

        Raises:
            TooCostlyError: a result took too much time or memory; the process was killed.
            WorkerEndedError: the process ended.
        """
        assert self._pipe is not None
        try:
            if not self._is_ready:
                self._is_ready = self._pipe.recv()
            self._pipe.send((function, arguments))
            while (result := self._receive(self._pipe)) is not None:
                yield result
        except (EOFError, OSError) as error:
            self.kill()
            raise WorkerEndedError("A worker process ended.") from error

    def _receive(self, pipe: Connection) -> Any:
        waited = 0.0  # not by a clock, which goes on while both processes are suspended (Ctrl-Z)
        while not pipe.poll(WATCH_INTERVAL):
            waited += WATCH_INTERVAL
            if waited > MAX_SECONDS or self._memory() > MAX_MEMORY:
                self.kill()
                raise TooCostlyError("A worker process took too much time or memory.")
        return pipe.recv()

    def _memory(self) -> int:
        with suppress(psutil.Error):  # it has ended: the pipe says so
            if self._process is not None:
                return int(psutil.Process(self._process.pid).memory_info().rss)
        return 0

    def kill(self) -> None:
        """Kill the process; the result of its task is lost."""
        if self._process is not None:
            self._process.kill()
            self._process.join()


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


# The functions below run in worker processes.


def serve(pipe: Connection) -> None:
    """Run the tasks that come by a pipe, until the crawl closes it or is killed."""
    for name in {"SIGINT", "SIGHUP"} & set(dir(signal)):
        signal.signal(getattr(signal, name), signal.SIG_IGN)  # the main process stops its workers
    load_suffixes()
    with suppress(EOFError, OSError):
        pipe.send(True)
        while True:
            function, arguments = pipe.recv()
            for result in function(*arguments):
                pipe.send(result)
            pipe.send(None)


def call(function: Callable[[], Any]) -> Iterator[Any]:
    """Yield the result of a function."""
    try:
        yield function()
    except Exception:
        yield ReadFailure(traceback.format_exc())


def read_pages(pages: Iterable[FetchedPage]) -> Iterator[ReadPage | ReadFailure]:
    """Parse pages; also called in the process of the crawl."""
    for page in pages:
        try:
            yield read_fetched_page(page)
        except Exception:
            yield ReadFailure(traceback.format_exc())
        if len(page.body) >= LARGE:
            release_memory()


def read_pieces(fetched: FetchedSitemap, received: Path) -> Iterator[Piece | Sitemap | ReadFailure]:
    """Parse a sitemap from its file: yield its pieces, then its item."""
    try:
        reading = SitemapReading(fetched)
        yield from reading.pieces(_chunks(received))
        yield reading.item
    except Exception:
        yield ReadFailure(traceback.format_exc())


def _chunks(path: Path) -> Iterator[bytes]:
    with path.open("rb") as file:
        while chunk := file.read(CHUNK):
            yield chunk
