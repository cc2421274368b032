"""Memory, processors and file handles that this process may use.

psutil reads the limits of the machine. The limits of a container are in its control groups
(cgroups(7)), which neither psutil nor Python reads.
"""

from __future__ import annotations

import errno
import math
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

import psutil

if TYPE_CHECKING:
    from collections.abc import Iterator

SCRATCH = ".analysis"
"Folder, in an audit's, of what the checks need while they run: tables, and what is spilled."
_UNITS = {"M": 10**6, "G": 10**9, "T": 10**12, "Mi": 2**20, "Gi": 2**30, "Ti": 2**40}
_SIZE = re.compile(r"([\d.]+)\s*([MGT]i?)B")
_OUT_OF_HANDLES = (errno.EMFILE, errno.ENFILE)


def allowed(size: str | None) -> int:
    """Return the bytes of an option such as ``2GB``; None is a quarter of the machine's memory."""
    if size is None:
        return memory() // 4
    found = _SIZE.fullmatch(size)
    if found is None:
        raise ValueError(f"{size!r} is not a size such as 2GB.")
    number, unit = found.groups()
    return int(float(number) * _UNITS[unit])


def memory(root: Path = Path("/")) -> int:
    """Return the memory of the machine or its container, in bytes."""
    limits = (
        int(words[0])
        for folder, is_v1 in _control_groups(root, "memory")
        if (words := _words(folder / ("memory.limit_in_bytes" if is_v1 else "memory.max")))
        and words[0].isdecimal()
    )
    whole: int = psutil.virtual_memory().total
    return min([whole, *limits])


def processors(root: Path = Path("/")) -> int:
    """Return the number of processors of the machine or its container, rounded up."""
    # Only Linux, Windows and FreeBSD bind a process to some of them.
    is_told = hasattr(psutil.Process, "cpu_affinity")
    whole = len(psutil.Process().cpu_affinity()) if is_told else os.cpu_count() or 1
    return max(1, math.ceil(min([whole, *_quotas(root)])))


def _quotas(root: Path) -> Iterator[float]:
    for folder, is_v1 in _control_groups(root, "cpu"):
        names = ("cpu.cfs_quota_us", "cpu.cfs_period_us") if is_v1 else ("cpu.max",)
        match [word for name in names for word in _words(folder / name)]:
            case [quota, period] if quota.isdecimal() and period.isdecimal() and int(period):
                yield int(quota) / int(period)


def _control_groups(root: Path, controller: str) -> Iterator[tuple[Path, bool]]:
    """Yield the folders of this process's control groups and their parents; whether they are v1."""
    for line in (root / "proc/self/cgroup").read_text().splitlines() if _is_linux(root) else ():
        _, controllers, path = line.split(":", 2)
        is_v1 = controller in controllers.split(",")
        if controllers and not is_v1:
            continue
        mount = root / "sys/fs/cgroup" / (controller if is_v1 else "")
        group = mount / path.lstrip("/")
        # A container may see its own group as the root of the mount, whatever its path says.
        for folder in {group, *group.parents} - set(mount.parents):
            yield folder, is_v1


def _is_linux(root: Path) -> bool:
    return (root / "proc/self/cgroup").is_file()


def _words(file: Path) -> list[str]:
    return file.read_text().split() if file.is_file() else []


def out_of_handles(error: BaseException | None) -> OSError | None:
    """Return the exception in a chain that says that no file handle was left, or None."""
    while error is not None:
        if isinstance(error, OSError) and error.errno in _OUT_OF_HANDLES:
            return error
        error = error.__cause__ or error.__context__
    return None


def missing_handle() -> OSError | None:
    """Return the error if no file handle is left now: a failed DNS lookup does not say so."""
    try:
        os.close(os.dup(2))
    except OSError as error:
        return out_of_handles(error)
    return None


def no_handle_message(error: BaseException) -> str | None:
    """Return the error message for "no file handle left", with what to do."""
    if out_of_handles(error) is None:
        return None
    return (
        "no file handle is left for this process; ask for fewer pages at once (--concurrency), or"
        " allow more handles (ulimit -n)"
    )
