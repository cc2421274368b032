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
from ctypes.util import find_library
from functools import cache
from importlib import import_module
from multiprocessing import forkserver
from pathlib import Path
from subprocess import CompletedProcess, TimeoutExpired
from tempfile import TemporaryDirectory
from threading import Lock
from typing import TYPE_CHECKING, Any, TextIO

from sitemap_audit.evaluation import process as analysis
from sitemap_audit.machine.child import start_child
from sitemap_audit.reading.workers import without_main

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_JEMALLOC = find_library("jemalloc")
ALLOCATOR = {"LD_PRELOAD": _JEMALLOC} if _JEMALLOC else {}
"Environment of processes that take memory from jemalloc."

_context = multiprocessing.get_context("forkserver")
_starting = Lock()
_context.set_forkserver_preload(["preloaded_modules"])


def run(
    module: str,
    arguments: Sequence[str],
    *,
    folder: Path,
    environment: Mapping[str, str],
    stdin: str,
    patch: str,
    timeout: float,
) -> CompletedProcess[str]:
    """Run ``python -m module`` and wait for it, as :func:`subprocess.run` does.

    Args:
        patch: Python code to run in its process before.
    """
    command = [module, *arguments]
    with TemporaryDirectory() as name:
        given, output, error = (Path(name, each) for each in ("given", "output", "error"))
        given.write_text(stdin, "utf-8")
        process = _context.Process(
            target=_run_here,
            args=(command, folder, dict(environment), (given, output, error), patch),
        )
        with _starting, without_main():
            _start_server()
            process.start()
        process.join(timeout)
        if process.exitcode is None:
            process.kill()
            process.join()
            raise TimeoutExpired(command, timeout)
        return CompletedProcess(
            command, process.exitcode, output.read_text("utf-8"), error.read_text("utf-8")
        )


@cache
def _start_server() -> None:
    """Start the process that the others are forked from: it imports from this folder, too."""
    given = {"PYTHONPATH": str(Path(__file__).parent), **ALLOCATOR}
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
    streams: tuple[Path, Path, Path],
    patch: str,
) -> None:
    for number, path in enumerate(streams):
        with path.open("wb" if number else "rb") as file:
            os.dup2(file.fileno(), number)
    sys.stdin = os.fdopen(0, closefd=False)
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    sys.argv = command
    sys.path[0] = str(folder)
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
