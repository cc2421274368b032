"""Lock of an audit's folder: one process writes at a time."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING

from filelock import lock_descriptor

from sitemap_audit.errors import UsageError

if TYPE_CHECKING:
    from pathlib import Path

LOCK_FILE = ".lock"
PATIENCE = 10.0
"Seconds in which the other processes of an audit that was killed have ended."


def take_lock(folder: Path) -> int:
    """Lock an audit's folder and return the file descriptor of the lock.

    The lock belongs to the open file. It is released when the descriptor is closed, or when the
    process and all its children that inherited it have exited.

    Raises:
        UsageError: another process holds the lock.
        OSError: the folder cannot be written, or its file system has no locks.
    """
    lock = os.open(folder / LOCK_FILE, os.O_RDWR | os.O_CREAT, 0o644)
    give_up_at = time.monotonic() + PATIENCE
    while not lock_descriptor(lock, blocking=False):
        if time.monotonic() >= give_up_at:
            os.close(lock)
            raise UsageError(
                f"Cannot write {folder}: another process crawls, checks or reports this audit, or"
                " imports into it. Wait until it ends, or stop it."
            )
        time.sleep(0.1)
    return lock
