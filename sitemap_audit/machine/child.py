"""Python processes of our own: they get a task, return a result, and exit with their parent.

The task comes by standard input and the result goes to standard output, both pickled.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import threading
from contextlib import suppress
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


def start_child(
    module: str, environment: Mapping[str, str] | None = None, *, stderr: int | None = None
) -> subprocess.Popen[bytes]:
    """Start a process that runs ``main()`` of a module, which calls :func:`run_task`.

    Args:
        environment: variables in addition to those of this process.
        stderr: as for :class:`subprocess.Popen`.
    """
    paths = [path for path in sys.path if path]
    return subprocess.Popen(  # noqa: S603 - our own interpreter
        [sys.executable, "-P", "-c", f"from {module} import main; main()"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=stderr,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(paths), **(environment or {})},
        process_group=0 if os.name == "posix" else None,  # only the parent receives Ctrl-C
    )


def send_task(process: subprocess.Popen[bytes], task: tuple[Any, ...]) -> None:
    """Send a task; a process that has died gets none."""
    assert process.stdin is not None
    with suppress(BrokenPipeError):
        pickle.dump(task, process.stdin)
        process.stdin.flush()  # stays open: the process exits when it closes


def receive_result(process: subprocess.Popen[bytes]) -> Any:
    """Wait for the result; None if the process ends without one."""
    assert process.stdout is not None
    with suppress(EOFError, pickle.UnpicklingError):
        return pickle.load(process.stdout)  # noqa: S301 - from our own process
    return None


def run_task(function: Callable[..., Any]) -> None:
    """Call a function with the task from standard input, and return its result to the parent."""
    output = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # keeps prints out of the result
    task = pickle.load(sys.stdin.buffer)  # noqa: S301 - from our parent process
    threading.Thread(target=_exit_with_parent, args=(sys.stdin.fileno(),), daemon=True).start()
    pickle.dump(function(*task), output)
    output.close()


def _exit_with_parent(pipe: int) -> None:
    """Exit when the process at the other end of the pipe exits."""
    os.read(pipe, 1)
    os._exit(1)
