"""Sitemaps asked for, and what comes of them."""

from __future__ import annotations

import asyncio
import sqlite3
from collections import Counter
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from scrapy import Request

from sitemap_audit.crawling.sitemap_readings import FetchedSitemap, SitemapReading
from sitemap_audit.network import fetches
from sitemap_audit.network.limits import HAS_HELPERS
from sitemap_audit.network.spool import SLOWLY
from sitemap_audit.parsing import urls
from sitemap_audit.pipelines import Batch
from sitemap_audit.processes.readers import Readers

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterator

    from scrapy.http import Response
    from twisted.python.failure import Failure

    from sitemap_audit.audit import Audit
    from sitemap_audit.crawling.offers import Offer, SitemapTarget

MAX_BYTES = 64 * 2**20
"As received; the protocol allows 50 MiB unpacked."
BIG = 256 * 2**10
"Bytes, as received, from which on a file may be read in another process."
WORTH_A_PROCESS = 2**20
"Bytes of such files that are read sooner than a process is started."
READ_AT_ONCE = 2
MOST_CUT = 8
"""Sitemaps of one host that may come slowly and still not end: further ones are to be there within
the timeout, as any page. A host may list thousands that drip, each for minutes."""


class SitemapWork:
    """Makes requests of sitemaps, reads what they bring, and offers it to the frontier."""

    def __init__(
        self, audit: Audit, wake: Callable[[], None], count: Callable[[str], None]
    ) -> None:
        """Work for an audit.

        Args:
            wake: is called when there is something new to fetch, or something is done.
            count: is told what is done.
        """
        self._audit, self._wake, self._count = audit, wake, count
        self._room = asyncio.Semaphore(READ_AT_ONCE)
        self.readers = Readers(audit)
        self._come = 0
        "Bytes of files that were big."
        self._cut: Counter[str] = Counter()
        "By host: sitemaps that came slowly and were not read to their end."

    def request(self, target: SitemapTarget) -> Request:
        """The request of a sitemap; its body goes to a file."""
        meta = {
            "verbatim_url": True,
            "download_maxsize": MAX_BYTES,
            "spool": str(self._audit.spool / f"{target.key & (1 << 64) - 1:016x}"),
        }
        if self._cut[urls.host(target.url)] < MOST_CUT:
            meta[SLOWLY] = True
        return Request(
            target.requested,
            callback=self.parse,
            errback=self.failed,
            cb_kwargs={"target": target},
            meta=meta,
            dont_filter=True,
            priority=10,
        )

    async def parse(self, response: Response, target: SitemapTarget) -> AsyncIterator[Batch]:
        """Store a sitemap as it is read, and offer what it lists."""
        with self._accounted(target):
            if response.meta["stopped_by"] == "time":
                self._cut[urls.host(target.url)] += 1
            fetched = self._fetched(target, fetches.answered(response), response)
            spool = Path(response.meta["spool"])
            async with self._room:
                if self._goes_to_readers(spool):
                    await self.readers.read(fetched, spool, self._offer)
                else:
                    async for batch in self._read_here(fetched, spool):
                        yield batch
            await asyncio.to_thread(spool.unlink, missing_ok=True)
            if fetched.redirect is not None:
                self._audit.frontier.add_sitemap(fetched.redirect)

    def _goes_to_readers(self, spool: Path) -> bool:
        """Whether another process reads a file: not the first one, which pages wait for."""
        size = spool.stat().st_size
        if size < BIG or not HAS_HELPERS:
            return False
        self._come += size
        return self._come > WORTH_A_PROCESS

    async def _read_here(self, fetched: FetchedSitemap, spool: Path) -> AsyncIterator[Batch]:
        """Read a file in a thread."""
        reading = SitemapReading(fetched)
        pieces = reading.pieces(spool)
        while (piece := await asyncio.to_thread(next, pieces, None)) is not None:
            await self._offer(piece.offer)
            yield Batch(piece.records)
        yield Batch([reading.record])

    async def _offer(self, offer: Offer) -> None:
        await asyncio.to_thread(self._audit.frontier.take, offer)
        self._wake()  # there are pages to fetch while the rest is read

    def failed(self, failure: Failure) -> Iterator[Batch]:
        """Store a sitemap that brought no answer."""
        request = failure.request  # type: ignore[attr-defined]
        target = request.cb_kwargs["target"]
        with self._accounted(target):
            if not isinstance(failure.value, fetches.Stopped):
                fetched = self._fetched(target, fetches.failed(failure, request), request)
                yield Batch([SitemapReading(fetched).record])
                self._count("failures")

    def _fetched(
        self, target: SitemapTarget, fetch: fetches.Fetch, of: Request | Response
    ) -> FetchedSitemap:
        audit = self._audit
        return FetchedSitemap.of(audit.writer.next_id(), target, fetch, of.meta, audit.seeks)

    @contextmanager
    def _accounted(self, target: SitemapTarget) -> Iterator[None]:
        """What was given out is given back, whatever happens: the pump waits for nothing lost."""
        try:
            yield
        except (OSError, sqlite3.Error) as error:
            self._audit.write_error = error  # the pump sees it, and stops
        except Exception:
            self._audit.own_errors += 1
            raise
        finally:
            self._audit.frontier.finish(target)
            self._count("sitemaps")
            self._wake()
