"""How many processors this process may use."""

from __future__ import annotations

import math
import os
from pathlib import Path
from typing import TYPE_CHECKING

from sitemap_audit.machine.control_groups import control_groups

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sitemap_audit.machine.control_groups import ControlGroup


def usable(root: Path = Path("/")) -> int:
    """Processors of the machine, or of its container; a part of one is one."""
    is_told = hasattr(os, "sched_getaffinity")
    whole = len(os.sched_getaffinity(0)) if is_told else os.cpu_count() or 1
    return max(1, math.ceil(min([whole, *_limits(root)])))


def _limits(root: Path) -> Iterator[float]:
    for group in control_groups(root, "cpu"):
        quota, period = _quota(group)
        if quota.isdecimal() and period.isdecimal() and int(period):
            yield int(quota) / int(period)


def _quota(group: ControlGroup) -> tuple[str, str]:
    """Microseconds of processor time a period, and those of the period."""
    if group.is_v1:
        words = group.read("cpu.cfs_quota_us") + group.read("cpu.cfs_period_us")
    else:
        words = group.read("cpu.max")
    return (words[0], words[1]) if len(words) == 2 else ("max", "")
