"""The analysis in a process of its own, so that its memory does not come on top of the crawl's.

The process gets its task by its standard input, and returns the result by its standard output.
It ends with this one, however this one ends; a signal that would stop this one stops it at once.
"""

from __future__ import annotations

import logging
import os
import pickle
import shutil
import signal
import subprocess
import sys
import threading
import traceback
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sitemap_audit.errors import AuditError
from sitemap_audit.evaluation import unjudged
from sitemap_audit.machine.interpreter import release_memory
from sitemap_audit.machine.resources import SCRATCH

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from rich.console import RenderableType

    from sitemap_audit.options import Options

logger = logging.getLogger(__name__)

_COMMAND = [sys.executable, "-P", "-c", f"from {__name__} import main; main()"]
_running: dict[subprocess.Popen[bytes], bool] = {}
"The processes under way, and whether each is to be stopped."


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """How the analysis ended."""

    run: dict[str, Any]
    "The record of the audit, with what the analysis knows."
    summary: RenderableType = ""
    refused: AuditError | None = None
    "Why the task cannot be done."
    why: str | None = None
    "Why it did not end."
    trace: str | None = None
    "Where an error of ours occurred."


def analyse_apart(
    folder: Path, run: dict[str, Any], options: Options, into: Path | None = None
) -> RenderableType:
    """Run the checks over the stored audit, write its reports and sum it up, in another process.

    Where that cannot be done the record says why, and the summary what to do.

    Args:
        into: see :func:`judging.analyse`.

    Raises:
        UsageError: the options name a check or a parameter that does not exist.
        OSError: not even that can be written.
    """
    release_memory()
    answer = _ask(folder, run, options, into)
    if answer.refused:
        raise answer.refused
    run.update(answer.run)
    if answer.trace:
        logger.error("The checks ended by an error:\n%s", answer.trace)
    return unjudged.end(folder, run, answer.why, into or folder) if answer.why else answer.summary


def _ask(folder: Path, run: dict[str, Any], options: Options, into: Path | None) -> Answer:
    unjudged.forget(run)
    with _started(folder / SCRATCH) as process:
        answer: Answer | None = _talk(process, (folder, run, options, into))
        if answer is None:
            why = _end_of(process.wait(), is_stopped=_running[process])
            answer = Answer(run=run, why=why)
            _clear(folder)
    return answer


@contextmanager
def _started(scratch: Path) -> Iterator[subprocess.Popen[bytes]]:
    """The process, which ends with the block; signals that would stop this one stop it."""
    paths = [path for path in sys.path if path]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(paths), "TMPDIR": str(scratch)}
    if "%" in str(scratch.absolute()):
        # lxml escapes it for libxml2, which takes it as it is where another letter fits no URL.
        environment["OPENPYXL_LXML"] = "False"
    with (
        subprocess.Popen(  # noqa: S603 - our own interpreter
            _COMMAND,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=environment,
            process_group=0 if os.name == "posix" else None,  # Ctrl-C comes to us alone
        ) as process,
        stopping_on_signals(),
    ):
        _running[process] = False
        try:
            yield process
        finally:
            del _running[process]


def _talk(process: subprocess.Popen[bytes], task: tuple[Any, ...]) -> Any:
    """The result of a task, the arguments of :func:`judging.analyse`; None where none came."""
    assert process.stdin is not None
    assert process.stdout is not None
    with suppress(BrokenPipeError, EOFError, pickle.UnpicklingError):
        pickle.dump(task, process.stdin)
        process.stdin.flush()  # and left open: it ends when we do
        return pickle.load(process.stdout)  # noqa: S301 - of our own process
    return None


def _end_of(status: int, *, is_stopped: bool) -> str:
    """Why there is no result."""
    if is_stopped:
        return "The checks were stopped before their end."
    if status == -getattr(signal, "SIGKILL", 9):  # Windows has none
        return (
            "The checks were killed, most likely since memory ran out; --memory with a smaller size"
            " makes them take less."
        )
    return f"The checks ended without an answer (status {status})."


def _clear(folder: Path) -> None:
    """Remove what a process that was killed has left."""
    shutil.rmtree(folder / SCRATCH, ignore_errors=True)
    for path in folder.rglob(".*.unfinished"):
        path.unlink(missing_ok=True)


@contextmanager
def stopping_on_signals() -> Iterator[None]:
    """While an analysis runs, let SIGINT and SIGTERM stop it, and it alone.

    In another thread than the main one, where handlers cannot be set, it does nothing.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {each: signal.signal(each, _stop) for each in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)


def _stop(number: int, frame: object) -> None:  # noqa: ARG001 - as handlers are called
    for process in list(_running):
        _running[process] = True
        process.kill()


def main() -> None:
    """Do the task that comes by standard input: what this module runs as a process of its own."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what is printed is no result
    task = pickle.load(sys.stdin.buffer)  # noqa: S301 - of the process that started us
    threading.Thread(target=_end_with, args=(sys.stdin.fileno(),), daemon=True).start()
    pickle.dump(_answer(*task), answers)
    answers.close()


def _end_with(pipe: int) -> None:
    """End this process when the one at the other end of the pipe does."""
    os.read(pipe, 1)
    os._exit(1)


def _answer(folder: Path, run: dict[str, Any], options: Options, into: Path | None) -> Answer:
    from sitemap_audit.evaluation.judging import analyse, unwritten
    from sitemap_audit.storage.duckdb import MEMORY_ERRORS, WRITE_ERRORS

    try:
        return Answer(run=run, summary=analyse(folder, run, options, into))
    except AuditError as error:
        return Answer(run=run, refused=error)
    except WRITE_ERRORS as error:
        return Answer(run=run, why=f"{unwritten(folder, error)}.")
    except MEMORY_ERRORS:
        return Answer(run=run, why="The checks need more memory than --memory gives them.")
    except Exception as error:
        why = f"An error of ours ended the checks ({type(error).__name__}: {error})."
        return Answer(run=run, why=why, trace=traceback.format_exc())
