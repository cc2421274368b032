"""Every request waits for its turn: who gives turns, and what they are told of the answers."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, NamedTuple, Protocol

from sitemap_audit.network.pace import read_retry_after

if TYPE_CHECKING:
    from scrapy.http import Response


class Answered(NamedTuple):
    """How a host answered, so far as it says how the host wants to be asked."""

    seconds: float
    "Until the answer came, or until none was waited for any more."
    status: int | None
    pause: float | None
    "Seconds that it asks to be left alone for (Retry-After)."

    @classmethod
    def of(cls, response: Response | None, seconds: float) -> Answered:
        """Of a response; None where there was none."""
        if response is None:
            return cls(seconds, None, None)
        written = response.headers.get("Retry-After") if response.status in (429, 503) else None
        pause = read_retry_after(written.decode("latin-1"), datetime.now(UTC)) if written else None
        return cls(seconds, response.status, pause)


class Turns(Protocol):
    """Who gives turns: :class:`.Politeness`, or whoever asks it for another process."""

    async def begin(self, name: str) -> None:
        """Wait for the turn of a request to a host; :meth:`end` is to follow.

        Raises:
            Stopped: the audit ends.
            NotFetched: the host is not asked any more.
        """

    def end(self, name: str, answered: Answered | None = None) -> None:
        """The request is under way no more; ``answered`` is None where none was made."""

    def keep_apart(self, name: str, seconds: float) -> None:
        """A host's robots.txt states a Crawl-delay."""
