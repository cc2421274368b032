"""Running a command and measuring it: seconds, processor seconds and peak memory."""

from __future__ import annotations

import os
import subprocess
import threading
import time
from typing import NamedTuple

import psutil

STEP = 0.05
"Seconds between two looks at the memory."


class Measure(NamedTuple):
    """One run of a command and of all the processes that it started."""

    seconds: float
    cpu: float
    "Processor seconds, of the system too."
    peak: int
    "Bytes: the largest sum of the memory that is resident, what processes share counted in each."
    status: int


def measure(command: list[str], *, output: int | None = subprocess.DEVNULL) -> Measure:
    """Run a command to its end."""
    # Compiled modules are kept, as they are wherever a program is used more than once.
    environment = os.environ | {"PYTHONDONTWRITEBYTECODE": ""}
    began = time.perf_counter()
    process = subprocess.Popen(command, stdout=output, stderr=output, env=environment)
    peaks = [0]
    ended = threading.Event()
    watch = threading.Thread(target=_watch, args=(process.pid, ended, peaks))
    watch.start()
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - began
    process.returncode = os.waitstatus_to_exitcode(status)
    ended.set()
    watch.join()
    return Measure(seconds, usage.ru_utime + usage.ru_stime, max(peaks), process.returncode)


def _watch(pid: int, ended: threading.Event, peaks: list[int]) -> None:
    while not ended.wait(STEP):
        peaks[0] = max(peaks[0], resident(pid))


def resident(pid: int) -> int:
    """Bytes of memory that a process and all below it hold now."""
    try:
        root = psutil.Process(pid)
        return sum(_resident(each) for each in [root, *root.children(recursive=True)])
    except psutil.NoSuchProcess:
        return 0


def _resident(process: psutil.Process) -> int:
    try:
        return int(process.memory_info().rss)
    except psutil.NoSuchProcess:
        return 0
