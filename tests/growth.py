"""Measure how the time of a call grows with the size of its input."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

TIMES = 8
"""Ratio of the larger size to the smaller."""

LINEAR = 4 * TIMES
"""Limit for linear time; quadratic time gives 64."""

_RUNS = 3
_SHORTEST = 1e-4
"Shortest time in seconds that the clock can measure well."


def growth(prepare: Callable[[int], Callable[[], object]], size: int) -> float:
    """Return how much longer a call takes at eight times the size: CPU time, best of three.

    Args:
        prepare: makes the call for a size; its own time is not measured.
    """
    return _seconds(prepare(size * TIMES)) / max(_seconds(prepare(size)), _SHORTEST)


def _seconds(call: Callable[[], object]) -> float:
    runs = []
    for _ in range(_RUNS):
        began = time.process_time()
        call()
        runs.append(time.process_time() - began)
    return min(runs)
