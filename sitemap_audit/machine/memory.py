"""How much memory the checks may take, and where goes what is more."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

from sitemap_audit.machine.control_groups import control_groups

if TYPE_CHECKING:
    from collections.abc import Iterator

SCRATCH = ".analysis"
"Folder, in an audit's, of what the checks need while they run: tables, and what is spilled."
_UNITS = {"M": 10**6, "G": 10**9, "T": 10**12, "Mi": 2**20, "Gi": 2**30, "Ti": 2**40}
_SIZE = re.compile(r"([\d.]+)\s*([MGT]i?)B")
_ASSUMED = 8 * 2**30
"Bytes, on a system that does not say how many it has."


def allowed(size: str | None) -> int:
    """Bytes that an option such as ``2GB`` means; a quarter of the machine's where it is None."""
    if size is None:
        return of_machine() // 4
    found = _SIZE.fullmatch(size)
    if found is None:
        raise ValueError(f"{size!r} is not a size such as 2GB.")
    number, unit = found.groups()
    return int(float(number) * _UNITS[unit])


def of_machine(root: Path = Path("/")) -> int:
    """Bytes of memory that this process can have: the machine's, or its container's."""
    whole = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") if _tells() else _ASSUMED
    return min([whole, *_limits(root)])


def _tells() -> bool:
    return "SC_PHYS_PAGES" in getattr(os, "sysconf_names", {})


def _limits(root: Path) -> Iterator[int]:
    for group in control_groups(root, "memory"):
        words = group.read("memory.limit_in_bytes" if group.is_v1 else "memory.max")
        yield from (int(word) for word in words if word.isdecimal())
