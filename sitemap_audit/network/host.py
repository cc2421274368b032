"""A host while it is asked, and when the next request to it may begin.

Nothing here waits or looks at a clock; :mod:`.politeness` does.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import asyncio

    from sitemap_audit.network.pace import Pace


class Rate:
    """So many requests a second to all hosts together: one may begin a while after the other."""

    def __init__(self, a_second: float | None) -> None:
        """``a_second`` is None where there is no limit."""
        self._spacing = 1 / a_second if a_second else 0.0
        self._next_start = 0.0

    def reserve(self, earliest: float) -> float:
        """When a request may begin that could begin at ``earliest``."""
        if not self._spacing:
            return earliest
        start = max(earliest, self._next_start)
        self._next_start = start + self._spacing
        return start


class Host:
    """A host, and those who wait to ask it, in order."""

    def __init__(self, pace: Pace) -> None:
        self.pace = pace
        self.paused_until = 0.0
        self.pauses_in_a_row = 0
        self.is_given_up = False
        self.waiting: deque[asyncio.Future[None]] = deque()
        self.look: asyncio.TimerHandle | None = None
        "When it is looked whether the next may begin."
        self._under_way = 0
        self._next_start = 0.0
        self._reserved: float | None = None
        "When the first of those who wait may begin; None until it is reckoned."
        self._is_rated = False

    @property
    def next(self) -> asyncio.Future[None] | None:
        """The turn that comes next; those that are over are dropped."""
        while self.waiting and self.waiting[0].done():
            self.waiting.popleft()
        return self.waiting[0] if self.waiting else None

    @property
    def is_busy(self) -> bool:
        """Whether as many requests are under way as it takes."""
        return self._under_way >= self.pace.limit

    def reserve(self, now: float, rate: Rate) -> float:
        """When the next request may begin: that of its turn among all hosts once its own is due."""
        if self._reserved is None:
            self._reserved, self._is_rated = max(now, self._next_start), False
        if not self._is_rated and now >= self._reserved:
            self._reserved, self._is_rated = rate.reserve(self._reserved), True
        return self._reserved

    def forget(self) -> None:
        """What was reserved is not used: what comes next is reckoned anew."""
        self._reserved = None

    def begin(self, now: float) -> None:
        """A request begins."""
        self._under_way += 1
        self._next_start = now + self.pace.spacing
        self._reserved = None

    def end(self) -> None:
        """A request is under way no more."""
        self._under_way -= 1
