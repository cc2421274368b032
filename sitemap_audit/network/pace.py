"""How fast a host is asked: what its answers say, what it says itself, what the clock says.

Nothing here waits or looks at a clock; :mod:`.politeness` does.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime, time, timedelta
from email.utils import parsedate_to_datetime
from typing import NamedTuple

FIRST = 2.0
"Requests at once to a host that nothing is known of."
ROUND = 8
"Answers, at least, that are looked at together."
GROWTH = 1.5
SLOWER, SLACK = 2.0, 0.5
"A round is slow where it took twice the usual time and half a second more."
FORGETTING = 1.05
"What is usual rises so much a round: pages that are slow by themselves become usual."
LEAST_SPACING, MOST_SPACING = 0.1, 10.0
"Seconds between two requests to a host that asked for fewer."


class Pace:
    """Requests at once to one host, and the seconds between them.

    It begins low and rises with every round of answers that came as fast as usual, halves with
    every slow one, and once more, with a growing delay, where the host asks for fewer requests.
    """

    def __init__(self, most: int, delay: float = 0.0) -> None:
        """At most ``most`` at once, at least ``delay`` seconds apart."""
        self._most, self._delay = most, delay
        self._limit = min(FIRST, most)
        self._spacing = 0.0
        self._usual: float | None = None
        self._seconds, self._answers = 0.0, 0
        self.is_slowed = False
        "Whether it was ever made lower for the host's sake."

    @property
    def limit(self) -> int:
        """Requests at once."""
        return int(self._limit)

    @property
    def spacing(self) -> float:
        """Seconds between the beginnings of two requests."""
        return max(self._delay, self._spacing)

    def keep_apart(self, seconds: float) -> None:
        """The host states a delay of its own."""
        self._delay = max(self._delay, seconds)

    def note(self, seconds: float) -> None:
        """An answer, or the failure to get one, took so long."""
        self._seconds += seconds
        self._answers += 1
        if self._answers >= max(ROUND, self._limit):
            self._end_round(self._seconds / self._answers)
            self._seconds, self._answers = 0.0, 0

    def _end_round(self, mean: float) -> None:
        self._usual = mean if self._usual is None else min(self._usual * FORGETTING, mean)
        self._spacing = self._spacing * 0.75 if self._spacing > LEAST_SPACING else 0.0
        if mean > SLOWER * self._usual + SLACK:
            self._lower()
        else:
            self._limit = min(self._most, self._limit * GROWTH)

    def note_throttled(self) -> None:
        """The host asked for fewer requests."""
        self._lower()
        self._spacing = min(max(2 * self._spacing, LEAST_SPACING), MOST_SPACING)

    def _lower(self) -> None:
        self._limit = max(1.0, self._limit / 2)
        self.is_slowed = True


def read_retry_after(text: str | None, now: datetime) -> float | None:
    """Seconds that a Retry-After header asks for (RFC 9110, 10.2.3); None where it says nothing."""
    written = (text or "").strip()
    if re.fullmatch(r"[0-9]{1,9}", written):
        return float(written)
    try:
        moment = parsedate_to_datetime(written)
    except (TypeError, ValueError, OverflowError):
        return None
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    return max(0.0, (moment - now).total_seconds())


class Hours(NamedTuple):
    """The part of the day that is open: from ``begin`` until before ``end``."""

    begin: time
    end: time

    @classmethod
    def read(cls, text: str) -> Hours:
        """From ``22-6`` or ``21:30-5``; the same time twice is the whole day."""
        begin, _, end = text.partition("-")
        return cls(_read_time(begin), _read_time(end))

    def closed_for(self, now: datetime) -> float:
        """Seconds until it is open; 0 where it is."""
        at = now.time()
        if self.begin < self.end:
            is_open = self.begin <= at < self.end
        else:
            is_open = at >= self.begin or at < self.end
        if is_open or self.begin == self.end:
            return 0.0
        opening = now.replace(
            hour=self.begin.hour, minute=self.begin.minute, second=0, microsecond=0
        )
        if opening <= now:
            opening += timedelta(days=1)
        return (opening - now).total_seconds()


def _read_time(text: str) -> time:
    hour, _, minute = text.partition(":")
    return time(int(hour) % 24, int(minute or 0))
