"""How the time that a call takes grows with the size of what it is given."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

TIMES = 8
"""The larger size is so many times the smaller."""

LINEAR = 4 * TIMES
"""What takes time in proportion to its size stays below, what takes its square is at 64."""

_RUNS = 3
_SHORTEST = 1e-4
"Seconds: less is lost in the clock's own steps."


def growth(prepare: Callable[[int], Callable[[], object]], size: int) -> float:
    """How much longer a call takes at eight times the size: processor time, the best of three.

    Args:
        prepare: makes the call for a size; what that takes is not measured.
    """
    return _seconds(prepare(size * TIMES)) / max(_seconds(prepare(size)), _SHORTEST)


def _seconds(call: Callable[[], object]) -> float:
    runs = []
    for _ in range(_RUNS):
        began = time.process_time()
        call()
        runs.append(time.process_time() - began)
    return min(runs)
