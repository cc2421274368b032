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
"How often a time is taken, as another process may have slowed it down."
_SHORTEST = 1e-4
"Shortest time in seconds that the clock can measure well."


def growth(prepare: Callable[[int], Callable[[], object]], size: int) -> float:
    """Return how much longer a call takes at eight times the size, in CPU time.

    The larger size is measured until it is linear, at most three times.

    Args:
        prepare: makes the call for a size; its own time is not measured.
    """
    small, large = prepare(size), prepare(size * TIMES)
    shortest = max(min(_seconds(small) for _ in range(_RUNS)), _SHORTEST)
    for _ in range(_RUNS):
        ratio = _seconds(large) / shortest
        if ratio < LINEAR:
            break
    return ratio


def _seconds(call: Callable[[], object]) -> float:
    began = time.process_time()
    call()
    return time.process_time() - began
