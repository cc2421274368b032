"""Run a task that a time limit or a signal ends, although it waits for a network."""

from __future__ import annotations

import threading
import time
from concurrent.futures import Future, wait
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

    from sitemap_audit.machine.stopping import Stop

_Result = TypeVar("_Result")
_POLL_SECONDS = 0.1


class StoppedError(Exception):
    """The task was stopped."""


class TimeLimitError(Exception):
    """The task has exceeded its time limit."""


def run_stoppable(
    task: Callable[[], _Result], stop: Stop, seconds: float = float("inf")
) -> _Result:
    """Run a task in a thread, and return its result.

    A task that is stopped goes on in its thread until this process ends.

    Raises:
        StoppedError: ``stop`` was requested.
        TimeLimitError: the task took more than ``seconds``.
        Exception: whatever the task raises.
    """
    if stop.is_requested:
        raise StoppedError
    future: Future[_Result] = Future()
    threading.Thread(target=_run, args=(task, future), daemon=True).start()
    give_up = time.monotonic() + seconds
    while not future.done():
        if stop.is_requested:
            raise StoppedError
        if (left := give_up - time.monotonic()) <= 0:
            raise TimeLimitError
        wait([future], min(left, _POLL_SECONDS))
    return future.result()


def _run(task: Callable[[], _Result], future: Future[_Result]) -> None:
    try:
        future.set_result(task())
    except BaseException as error:
        future.set_exception(error)
