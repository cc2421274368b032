"""Stop a task on SIGINT and SIGTERM instead of this process."""

from __future__ import annotations

import signal
import threading
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_tasks: list[Stop] = []
"Stops of the running tasks."


@dataclass(slots=True, eq=False)
class Stop:
    """The stop of a task."""

    act: Callable[[], None] | None = None
    "Stops the task at once; without it the task looks at ``is_requested``."
    is_requested: bool = False


@contextmanager
def stoppable(act: Callable[[], None] | None = None) -> Iterator[Stop]:
    """Let SIGINT and SIGTERM stop the task in the block instead of this process.

    The block may run in another thread if the main thread is in :func:`stop_on_signals`.
    """
    stop = Stop(act)
    _tasks.append(stop)
    try:
        with stop_on_signals():
            yield stop
    finally:
        _tasks.remove(stop)


@contextmanager
def stop_on_signals() -> Iterator[None]:
    """Let SIGINT and SIGTERM stop the tasks of :func:`stoppable` instead of this process.

    Outside the main thread it does nothing, because handlers cannot be set there.
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


def _stop(number: int, frame: object) -> None:  # noqa: ARG001 - signature of a handler
    # Plain attributes: the lock of a threading.Event may be held by the interrupted code.
    for stop in tuple(_tasks):
        stop.is_requested = True
        if stop.act is not None:
            stop.act()
