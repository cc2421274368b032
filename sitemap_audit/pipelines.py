"""Records into the store; when the spider closes, the checks and the reports."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scrapy import signals

from sitemap_audit.audit import audit_of

if TYPE_CHECKING:
    from rich.console import RenderableType
    from scrapy import Spider
    from scrapy.crawler import Crawler

    from sitemap_audit.audit import Audit
    from sitemap_audit.records import Record

logger = logging.getLogger(__name__)


@dataclass(slots=True)
class Batch:
    """The item: what was read of one page, or of one piece of a sitemap."""

    records: list[Record]


class StorePipeline:
    """Stores records as they come, and has them judged and reported at the end."""

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler
        self._stopping: asyncio.Future[None] | None = None
        crawler.signals.connect(self.spider_closed, signal=signals.spider_closed)

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> StorePipeline:
        return cls(crawler)

    async def process_item(self, item: Batch) -> Batch:
        """Keep the records; write a part when one is due."""
        writer = audit_of(self._crawler).writer
        writer.add(item.records)
        if writer.is_due:
            try:
                await asyncio.to_thread(writer.flush)
            except OSError as error:
                await self._stop(error)
        return item

    async def _stop(self, error: OSError) -> None:
        if self._stopping is not None:
            return
        logger.error("The audit cannot be written: %s", error)
        reason = f"cannot write: {error.strerror}"
        self._stopping = asyncio.ensure_future(
            self._crawler.engine.close_spider_async(reason=reason)
        )

    async def spider_closed(self, spider: Spider, reason: str) -> None:
        """Write the last part, judge, report."""
        audit: Audit | None = getattr(spider, "audit", None)
        if audit is not None:
            audit.summary = await asyncio.to_thread(conclude, audit, reason)


def conclude(audit: Audit, reason: str) -> RenderableType:
    """Write the last part, judge and report: what follows every crawl, however it ended."""
    from sitemap_audit.analysis import analyse  # late: pandas and its like take seconds

    run = audit.end(reason)
    try:
        audit.writer.flush()
    except OSError as error:
        run["complete"] = False
        run["incomplete_because"].append(
            f"{audit.writer.waiting:,} records could not be written: {error.strerror}."
        )
    summary = analyse(audit.folder, run, audit.options)
    logger.info("Audit ended: complete=%s, reports in %s", run["complete"], audit.folder)
    for sentence in run["incomplete_because"]:
        logger.warning("Not complete: %s", sentence)
    return summary
