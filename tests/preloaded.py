"""Run commands in processes forked from one that has imported the package already.

Imports, and the catalogue and the templates that the analysis reads in a process of its own, take
half of a small audit's processor time. The command itself is the real one, with its own arguments,
environment, folder, input and output.
"""

from __future__ import annotations

import multiprocessing
import os
import pickle
import runpy
import signal
import sys
import tempfile
from contextlib import contextmanager, suppress
from ctypes.util import find_library
from functools import cache
from importlib import import_module
from multiprocessing import forkserver
from pathlib import Path
from subprocess import TimeoutExpired
from tempfile import TemporaryDirectory
from threading import Condition, Lock, Thread
from typing import TYPE_CHECKING, Any, TextIO

from sitemap_audit.evaluation import process as analysis
from sitemap_audit.machine.child import start_child
from sitemap_audit.machine.worker import without_main

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from multiprocessing.connection import Connection

_JEMALLOC = find_library("jemalloc")
ALLOCATOR = {"LD_PRELOAD": _JEMALLOC} if _JEMALLOC else {}
"Environment of processes that take memory from jemalloc."

SERVER = "mockserver.server"
"The module that serves a site, and analyses nothing."

_context = multiprocessing.get_context("forkserver")
_starting = Lock()
_context.set_forkserver_preload(["preloaded_modules"])


class _Output:
    """A pipe that a thread reads; no limit of a file's size is one of what a command says."""

    def __init__(self) -> None:
        self._reading, self.writing = _context.Pipe(duplex=False)
        self._said = bytearray()
        self._is_whole = False
        self._has_more = Condition()
        self._reader = Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        with self._reading:
            is_open = True
            while is_open:
                piece = os.read(self._reading.fileno(), 65_536)
                is_open = piece != b""
                with self._has_more:
                    self._said += piece
                    self._is_whole = not is_open
                    self._has_more.notify_all()

    def said(self) -> str:
        """Return what has come so far."""
        return self._said.decode("utf-8", "ignore")

    def until(self, end: str) -> str:
        """Wait for a text; return what has come, all of it if the text never does."""
        with self._has_more:
            self._has_more.wait_for(lambda: self._is_whole or end.encode() in self._said)
        return self.said()

    def whole(self, timeout: float | None) -> str:
        """Wait for its end; return all that has come."""
        self._reader.join(timeout)
        return self._said.decode("utf-8")


class Running:
    """A command that has been started, with what a test uses of a :class:`subprocess.Popen`."""

    def __init__(self, command: list[str], process: Any, output: _Output, error: _Output) -> None:
        assert isinstance(process.pid, int)
        self.pid: int = process.pid
        self._command, self._process = command, process
        self._output, self._error = output, error

    @property
    def returncode(self) -> int | None:
        """Exit status, or the negative number of a signal; None while it runs."""
        status: int | None = self._process.exitcode
        return status

    def send_signal(self, number: int) -> None:
        """Send it a signal, if it has not ended."""
        with suppress(ProcessLookupError):
            os.kill(self.pid, number)

    def kill(self) -> None:
        """Kill it and wait for its end."""
        self._process.kill()
        self._process.join()

    def said(self) -> str:
        """Return its output so far."""
        return self._output.said()

    def said_until(self, end: str) -> str:
        """Wait until its output has a text; return its output so far."""
        return self._output.until(end)

    def communicate(self, timeout: float | None = None) -> tuple[str, str]:
        """Wait for its end; return its output and its errors."""
        self._process.join(timeout)
        if self.returncode is None:
            raise TimeoutExpired(self._command, timeout or 0.0)
        return self._output.whole(timeout), self._error.whole(timeout)


@contextmanager
def started(
    module: str,
    arguments: Sequence[str],
    *,
    folder: Path,
    environment: Mapping[str, str],
    stdin: str = "",
    before: Callable[[], object] | None = None,
    patch: str = "",
    has_one_stream: bool = False,
) -> Iterator[Running]:
    """Start ``python -m module`` in a process group of its own; kill it when the block ends.

    Args:
        before: called in its process first; a function that can be pickled.
        patch: Python code to run in its process before, but not in that of its analysis.
        has_one_stream: whether errors go to its standard output.
    """
    command = [module, *arguments]
    output, error = _Output(), _Output()
    writing = (output.writing, (output if has_one_stream else error).writing)
    with TemporaryDirectory() as name:
        given = Path(name, "given")
        given.write_text(stdin, "utf-8")
        process = _context.Process(
            target=_run_here,
            args=(command, folder, dict(environment), given, writing, before, patch),
        )
        with _starting, without_main():
            _start_server()
            process.start()
        for each in (output, error):
            each.writing.close()
        running = Running(command, process, output, error)
        try:
            yield running
        finally:
            running.kill()


@cache
def _start_server() -> None:
    """Start the process that the others are forked from: it imports from this folder, too."""
    # As in the process of an analysis; numpy reads it when it is imported.
    one_thread = {"OPENBLAS_NUM_THREADS": "1"}
    given = {"PYTHONPATH": str(Path(__file__).parent), **ALLOCATOR, **one_thread}
    before = {name: os.environ.pop(name) for name in given if name in os.environ}
    os.environ |= given
    try:
        forkserver.ensure_running()
    finally:
        for name in given:
            del os.environ[name]
        os.environ |= before


def _run_here(
    command: list[str],
    folder: Path,
    environment: dict[str, str],
    given: Path,
    writing: tuple[Connection, Connection],
    before: Callable[[], object] | None,
    patch: str,
) -> None:
    os.setsid()
    with given.open("rb") as file:
        os.dup2(file.fileno(), 0)
    for number, stream in enumerate(writing, start=1):
        os.dup2(stream.fileno(), number)
    for stream in writing:
        stream.close()
    sys.stdin = os.fdopen(0, closefd=False)
    sys.stdout = os.fdopen(1, "w", encoding="utf-8", closefd=False)
    sys.stderr = os.fdopen(2, "w", 1, "utf-8", "backslashreplace", closefd=False)
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    tempfile.tempdir = None  # TMPDIR may be another one
    sys.argv = command
    sys.path[0] = str(folder)
    if before is not None:
        sys.dont_write_bytecode = True  # nobody shall load what a limit has truncated
        before()
    if command[0] != SERVER:
        _fork_the_analysis()
    exec(patch, {})  # noqa: S102 - of the test
    runpy.run_module(command[0], run_name="__main__", alter_sys=True)


def _fork_the_analysis() -> None:
    """Fork the process of the first analysis now, as long as this one has a single thread."""
    waiting = [_Forked()]

    def begin(module: str, environment: Mapping[str, str]) -> Any:
        if not waiting or "OPENPYXL_LXML" in environment:  # read when openpyxl is imported
            return start_child(module, environment)
        child = waiting.pop()
        pickle.dump((module, {**os.environ, **environment}), child.stdin)
        return child

    vars(analysis)["start_child"] = begin


class _Forked:
    """What the package uses of a :class:`subprocess.Popen`, with a process that waits for a task.

    It ends when its standard input does.
    """

    def __init__(self) -> None:
        given, task = os.pipe()
        result, made = os.pipe()
        self.pid = os.fork()
        if not self.pid:
            os.close(task)
            os.close(result)
            _wait_for_task(given, made)
        os.close(given)
        os.close(made)
        self.stdin, self.stdout = os.fdopen(task, "wb"), os.fdopen(result, "rb")

    def __enter__(self) -> _Forked:
        return self

    def __exit__(self, *_: object) -> None:
        self.stdin.close()
        self.stdout.close()
        self.wait()

    def wait(self) -> int:
        """Wait for its end; return its exit status, or the negative number of a signal."""
        if self.pid:
            _, status = os.waitpid(self.pid, 0)
            self.pid, self._status = 0, os.waitstatus_to_exitcode(status)
        return self._status

    def kill(self) -> None:
        """Kill it, if it has not ended."""
        if self.pid:
            os.kill(self.pid, signal.SIGKILL)


def _wait_for_task(given: int, made: int) -> None:
    """Run the ``main()`` of the module that comes by standard input; never return."""
    os.setpgid(0, 0)  # only the parent receives Ctrl-C
    os.dup2(given, 0)
    os.dup2(made, 1)
    os.close(given)
    os.close(made)
    status = 1
    try:
        stdin: TextIO = os.fdopen(0)
        module, environment = pickle.load(stdin.buffer)  # noqa: S301 - from our parent
        sys.stdin = stdin
        os.environ.clear()
        os.environ.update(environment)
        import_module(module).main()
        status = 0
    finally:
        sys.stderr.flush()
        os._exit(status)
