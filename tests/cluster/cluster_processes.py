"""The processes of an audit on a cluster that runs on this machine."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

import psutil
from processes import below

if TYPE_CHECKING:
    import subprocess


ROOM = 2_000
"Bytes of the largest file on a full disk."


def executors(process: subprocess.Popen[str]) -> list[psutil.Process]:
    """The executors of a command."""
    return below(process.pid, "CoarseGrainedExecutorBackend")


def crawlers(process: subprocess.Popen[str] | psutil.Process) -> list[psutil.Process]:
    """The processes below one that fetch slices."""
    return below(process.pid, "sitemap_audit.cluster.crawler")


def full(executor: psutil.Process) -> None:
    """Leave no room for large files of an executor and its children."""
    for each in (executor, *executor.children(recursive=True)):
        with suppress(psutil.NoSuchProcess):
            each.rlimit(psutil.RLIMIT_FSIZE, (ROOM, ROOM))
