"""Big sitemaps are read by other processes, so that the crawl's loop and memory stay free."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from sitemap_audit.machine.clock import clock
from sitemap_audit.processes.helper import Helper
from sitemap_audit.processes.messages import Begin, Broken, Done, Sitemap

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from pathlib import Path

    from sitemap_audit.audit import Audit
    from sitemap_audit.crawling.offers import Offer
    from sitemap_audit.crawling.sitemap_readings import FetchedSitemap

logger = logging.getLogger(__name__)
MODULE = "sitemap_audit.processes.reader"


class Readers:
    """The readers of an audit; each is started when it is first needed."""

    def __init__(self, audit: Audit) -> None:
        self._audit = audit
        self._free: list[Helper] = []
        self._busy: set[Helper] = set()
        "Held here: what waits for a reader would be garbage, were it known to the reader alone."

    async def read(
        self, fetched: FetchedSitemap, spool: Path, offer: Callable[[Offer], Awaitable[None]]
    ) -> None:
        """Have a sitemap read and stored; what it lists is offered as it comes.

        One whose reader dies or hangs is not stored, and said to be unread: a resumed audit asks
        for it.
        """
        reader = self._free.pop() if self._free else await self._start()
        self._busy.add(reader)
        try:
            await self._read(reader, fetched, spool, offer)
        finally:
            self._busy.discard(reader)

    async def _read(
        self,
        reader: Helper,
        fetched: FetchedSitemap,
        spool: Path,
        offer: Callable[[Offer], Awaitable[None]],
    ) -> None:
        reader.send(Sitemap(fetched, spool))
        while (message := await reader.answer()) is not None:
            if isinstance(message, Done | Broken):
                self._free.append(reader)
                if isinstance(message, Broken):
                    self._note(fetched.target.url, message)
                return
            await offer(message)
        how = await reader.end()
        self._audit.faults.append(
            f"{fetched.target.url} is not read: the process that read it ended ({how})."
        )

    def _note(self, url: str, broken: Broken) -> None:
        if broken.write_error is not None:
            self._audit.write_error = self._audit.write_error or broken.write_error
            return
        logger.error("Error while %s was read\n%s", url, broken.trace)
        self._audit.own_errors += 1

    async def _start(self) -> Helper:
        reader = await Helper.start(MODULE, self._audit.lock)
        reader.send(Begin(self._audit.folder, self._audit.next_first(), clock.now()))
        return reader

    async def end(self) -> None:
        """Let the readers go."""
        while self._free:
            await self._free.pop().end()
