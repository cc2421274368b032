"""Item pipeline that writes items to Parquet."""

from __future__ import annotations

import asyncio
import logging
from copy import copy
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scrapy.exceptions import NotConfigured
from scrapy.utils.asyncio import create_looping_call

from sitemap_audit.crawl.crawl import crawl_of
from sitemap_audit.crawl_settings import AUDIT_FOLDER, FLUSH
from sitemap_audit.items import TABLE_NAMES, EntryBatch
from sitemap_audit.storage.writer import Writer

if TYPE_CHECKING:
    from scrapy.crawler import Crawler

logger = logging.getLogger(__name__)

_STORED = {*TABLE_NAMES, EntryBatch}
POLL_SECONDS = 5.0
"Seconds between two checks whether a part is due while no item arrives."


class ParquetPipeline:
    """Write items of the classes in :mod:`sitemap_audit.items` to Parquet; pass others on."""

    def __init__(self, crawler: Crawler, folder: Path) -> None:
        crawl = crawl_of(crawler)
        assert crawl is not None
        self._crawler, self._crawl = crawler, crawl
        part = crawl.run.slice if crawl.is_audit else None
        self.writer = Writer(
            folder,
            first=part.first if part else None,
            hidden=crawl.hidden,
            audit=part.audit.folder if part else None,
        )
        self._loop = create_looping_call(self._flush_if_due)
        self._flushing: asyncio.Future[None] | None = None

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> ParquetPipeline:
        """Create the pipeline.

        Raises:
            NotConfigured: the crawl is no audit.
        """
        folder = crawler.settings.get(AUDIT_FOLDER)
        if folder is None:
            raise NotConfigured  # without a message: `scrapy shell` is no error
        return cls(crawler, Path(folder))

    def open_spider(self) -> None:
        """Check regularly, and when the spider asks, whether items are to be written."""
        self._crawler.signals.connect(self.flush, signal=FLUSH)
        self._loop.start(POLL_SECONDS, now=False)

    async def process_item(self, item: Any) -> Any:
        """Add an item to the next part; write the part when it is due."""
        if type(item) in _STORED:
            self.writer.add(item)
            self._crawl.results.stored(item)
            if self.writer.is_due:
                await self.flush()
            return copy(item)  # later pipelines may change it before it is written
        return item

    async def flush(self) -> None:
        """Write the collected items; end the crawl if that fails."""
        try:
            await asyncio.to_thread(self.writer.flush)
        except Exception as error:
            if not isinstance(error, OSError):  # a row that fits no column
                logger.exception("What was read cannot be written")
            self._crawl.cannot_continue(error)  # lost items make the audit incomplete

    def _flush_if_due(self) -> None:
        if self.writer.is_due:
            self._flushing = asyncio.ensure_future(self.flush())

    async def close_spider(self) -> None:
        """Write the last part."""
        if self._loop.running:
            self._loop.stop()
        await self.flush()
