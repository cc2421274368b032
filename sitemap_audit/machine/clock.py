"""The time of day as an audit notes it: it never goes back, though a machine's clock may be set.

Of a page that was fetched twice the later response counts, so that what comes later must be said
to be later.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

_TICK = timedelta(microseconds=1)


class Clock:
    """A clock that stands still while the machine's is behind it."""

    def __init__(self) -> None:
        self._last = datetime.min.replace(tzinfo=UTC)

    def now(self) -> datetime:
        """The time of day, later than any that was given before."""
        self._last = max(datetime.now(UTC), self._last + _TICK)
        return self._last

    def not_before(self, moment: datetime) -> None:
        """Go on from a moment that was noted already, by another process or an earlier run."""
        self._last = max(self._last, moment)


clock = Clock()
"This process's."
