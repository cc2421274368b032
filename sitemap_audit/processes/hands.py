"""Who fetches the pages that the frontier gives out: this process, or several others."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from scrapy import Request
    from scrapy.crawler import Crawler

    from sitemap_audit.crawling.offers import PageTarget
    from sitemap_audit.crawling.pages import PageWork


class Hands(Protocol):
    """Those who fetch pages."""

    count: int
    "How many processes they are."

    async def begin(self) -> None:
        """Be ready for pages."""

    def give(self, targets: Sequence[PageTarget]) -> Iterable[Request]:
        """Have pages fetched; the requests that this process is to make itself."""

    async def end(self) -> None:
        """Wait until what is under way has ended and is written."""

    @property
    def in_flight(self) -> int:
        """Pages being fetched."""


class OwnHands:
    """This process alone."""

    count = 1

    def __init__(self, crawler: Crawler, work: PageWork) -> None:
        self._crawler, self._work = crawler, work

    async def begin(self) -> None:
        """Nothing to prepare."""

    def give(self, targets: Sequence[PageTarget]) -> Iterator[Request]:
        """The requests."""
        return map(self._work.request, targets)

    async def end(self) -> None:
        """The engine has waited for its requests."""

    @property
    def in_flight(self) -> int:
        """Requests that the downloader has."""
        return len(self._crawler.engine.downloader.active)
