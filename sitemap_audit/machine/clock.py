"""The time of day as an audit notes it: it runs on evenly, though a machine's clock may be set.

Of a page that was fetched twice the later response counts, so that what comes later must be said
to be later. The machine's clock is read once, when the process starts, and from there on a counter
of seconds that nobody can set: a clock that jumps forward and back meanwhile changes nothing.
"""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

_TICK = timedelta(microseconds=1)
_COUNTER = getattr(time, "CLOCK_BOOTTIME", getattr(time, "CLOCK_MONOTONIC", None))
"Python's own does not go on everywhere while the machine sleeps."


def seconds() -> float:
    """Seconds on a counter that goes on while the machine sleeps."""
    return time.monotonic() if _COUNTER is None else time.clock_gettime(_COUNTER)


class Clock:
    """A clock that is set once, by the machine's, and can only be set forward after that."""

    def __init__(
        self,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        seconds: Callable[[], float] = seconds,
    ) -> None:
        """Begin with ``now``, and go on by a counter of ``seconds``."""
        self._seconds = seconds
        self._zero = now() - timedelta(seconds=seconds())
        self._last = datetime.min.replace(tzinfo=UTC)

    def now(self) -> datetime:
        """The time of day, later than any that was given before."""
        self._last = max(self._reading(), self._last + _TICK)
        return self._last

    def not_before(self, moment: datetime) -> None:
        """Go on from a moment that was noted already, by another process or an earlier run."""
        self._zero += max(moment - self._reading(), timedelta(0))
        self._last = max(self._last, moment)

    def _reading(self) -> datetime:
        return self._zero + timedelta(seconds=self._seconds())


clock = Clock()
"This process's."
