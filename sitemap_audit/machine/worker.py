"""A worker process with a pipe of its own and limits of time and memory.

A process that exceeds a limit is killed. The next task starts another one; other processes are not
concerned, as they share nothing with it.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import time
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from threading import Thread
from types import ModuleType
from typing import TYPE_CHECKING, Any

import psutil

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from multiprocessing.connection import Connection
    from multiprocessing.context import SpawnProcess

WATCH_INTERVAL = 0.1
"Seconds between two looks at the time and memory of a worker process."
_TO_END = 1.0
"Seconds for a task to end once the main process has ended."


class WorkerEndedError(Exception):
    """The worker process of a task ended."""


class TooCostlyError(WorkerEndedError):
    """The task took more time or memory than it may."""


class TooSlowError(TooCostlyError):
    """The task took more time than it may."""


@dataclass(slots=True)
class Limits:
    """What a task may take."""

    seconds: float
    "Until its next result."
    memory: int
    "Bytes of memory (resident) of the process."


class Worker:
    """A process that runs one task at a time."""

    def __init__(self, prepare: Callable[[], object], limits: Limits | None) -> None:
        """Create a worker without a process.

        Args:
            prepare: called in the process before the first task. It is of the module of the tasks,
                so that what that imports does not count as their time.
            limits: of its tasks; None for none. They may change at any time.
        """
        self.limits = limits
        self._prepare = prepare
        self._process: SpawnProcess | None = None
        self._pipe: Connection | None = None
        self._is_ready = False

    def start(self) -> bool:
        """Start the process, unless it runs; return whether it was started.

        Raises:
            OSError: it cannot be started.
        """
        if self._process is not None and self._process.is_alive():
            return False
        context = multiprocessing.get_context("spawn")
        self._pipe, end = context.Pipe()
        with end, without_main():
            process = context.Process(target=serve, args=(end, self._prepare), daemon=True)
            process.start()
        self._process, self._is_ready = process, False
        return True

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
            if self.limits is None:
                continue
            if waited > self.limits.seconds:
                self.kill()
                raise TooSlowError("A worker process took too much time.")
            if self.memory > self.limits.memory:
                self.kill()
                raise TooCostlyError("A worker process took too much memory.")
        return pipe.recv()

    @property
    def memory(self) -> int:
        """Bytes of memory (resident) of the process; 0 if it has ended: its pipe says so."""
        with suppress(psutil.Error):
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


def serve(pipe: Connection, prepare: Callable[[], object]) -> None:
    """Run the tasks that come by a pipe, until its other end is closed; in the worker process."""
    Thread(target=_exit_with_parent, daemon=True).start()
    for name in {"SIGINT", "SIGHUP"} & set(dir(signal)):
        signal.signal(getattr(signal, name), signal.SIG_IGN)  # the main process stops its workers
    prepare()
    with suppress(EOFError, OSError):
        pipe.send(True)
        while True:
            function, arguments = pipe.recv()
            for result in function(*arguments):
                pipe.send(result)
            pipe.send(None)


def _exit_with_parent() -> None:
    """Exit if the main process has ended, whatever the task does."""
    if (parent := multiprocessing.parent_process()) is not None:
        parent.join()
        time.sleep(_TO_END)
        os._exit(1)
