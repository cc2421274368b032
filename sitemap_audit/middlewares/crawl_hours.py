"""Parse the crawl hours of ``--hours``."""

from __future__ import annotations

from datetime import datetime, time, timedelta
from typing import NamedTuple


class Hours(NamedTuple):
    """Crawl hours: from ``begin`` until before ``end``."""

    begin: time
    end: time

    @classmethod
    def read(cls, text: str) -> Hours:
        """Parse ``22-6`` or ``21:30-5``; the same time twice means the whole day."""
        begin, _, end = text.partition("-")
        return cls(_read_time(begin), _read_time(end))

    def closed_for(self, now: datetime) -> float:
        """Return the seconds until the crawl hours begin; 0 within them."""
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
