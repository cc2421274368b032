"""Who fetches the pages that the frontier gives out: this process, or several others."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sitemap_audit.crawling.offers import PageTarget
    from sitemap_audit.crawling.pages import PageWork


class Hands(Protocol):
    """Those who fetch pages."""

    count: int
    "How many processes they are."

    async def begin(self) -> None:
        """Be ready for pages."""

    def give(self, targets: Sequence[PageTarget]) -> None:
        """Have pages fetched."""

    async def end(self) -> None:
        """Wait until what is under way has ended and is written."""

    def cut_off(self) -> None:
        """Keep what has been read, where the event loop has ended and :meth:`end` cannot be."""

    @property
    def in_flight(self) -> int:
        """Pages being fetched."""


class OwnHands:
    """This process alone."""

    count = 1

    def __init__(self, work: PageWork) -> None:
        self._work = work
        self.give = work.give
        self.end = work.end

    async def begin(self) -> None:
        """Nothing to prepare."""

    def cut_off(self) -> None:
        """Nothing to keep that is not kept."""

    @property
    def in_flight(self) -> int:
        """Pages being fetched."""
        return self._work.in_flight
