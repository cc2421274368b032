"""Records into the store; when the spider closes, the checks and the reports."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from scrapy import signals

from sitemap_audit.analysis.apart import analyse_apart, stopping_on_signals
from sitemap_audit.analysis.changes import compare
from sitemap_audit.delivery.delivering import deliver
from sitemap_audit.machine.resources import no_handle
from sitemap_audit.run_record import write_run
from sitemap_audit.workplace import workplace_of

if TYPE_CHECKING:
    from pathlib import Path

    from rich.console import RenderableType
    from scrapy.crawler import Crawler

    from sitemap_audit.audit import Audit
    from sitemap_audit.columns import Records
    from sitemap_audit.spiders.sitemap import SitemapSpider
    from sitemap_audit.workplace import Workplace

logger = logging.getLogger(__name__)


@dataclass(slots=True)
class Batch:
    """The item: what was read of one piece of a sitemap, or of one thing of a further round."""

    records: Records


async def store(place: Workplace, records: Records, *, is_page: bool = False) -> None:
    """Keep records; write a part when one is due. A disk that fails ends the crawl.

    Args:
        is_page: they are those of a page, which a kill of this process is not to lose.
    """
    try:
        place.writer.add(records, draft=is_page)
        if place.writer.is_due:
            await asyncio.to_thread(place.writer.flush)
    except OSError as error:
        place.write_error = error  # the pump sees it, and stops


class StorePipeline:
    """Stores records as they come."""

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> StorePipeline:
        return cls(crawler)

    async def process_item(self, item: Batch) -> Batch:
        """Keep the records."""
        await store(workplace_of(self._crawler), item.records)
        return item


class Conclusion:
    """Has an audit judged and reported once its crawl has ended."""

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler
        crawler.signals.connect(self.spider_closed, signal=signals.spider_closed)
        crawler.signals.connect(self.engine_stopped, signal=signals.engine_stopped)

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Conclusion:
        return cls(crawler)

    async def spider_closed(self, spider: SitemapSpider, reason: str) -> None:
        """Write the last part, judge, report."""
        audit: Audit | None = getattr(spider, "audit", None)
        if audit is not None:
            await spider.end()
            with stopping_on_signals():
                audit.summary = await asyncio.to_thread(conclude, audit, reason)

    def engine_stopped(self) -> None:
        """The last lines of the log tell a complete audit from another."""
        audit: Audit | None = getattr(self._crawler.spider, "audit", None)
        if audit is not None and audit.record is not None:
            log_end(audit.folder, audit.record)


def conclude(audit: Audit, reason: str) -> RenderableType:
    """Write the last part, judge and report: what follows every crawl, however it ended."""
    audit.record = run = audit.end(reason)
    try:
        audit.writer.flush()
        summary = analyse_apart(audit.folder, run, audit.options)
    except OSError as error:
        logger.error("The audit cannot be written: %s", error)
        summary = _unwritten(audit, run, error)
    audit.undelivered = deliver(
        audit.folder, run, audit.options, lambda record: compare(audit.folder, record).facts
    )
    for sentence in audit.undelivered:
        logger.warning(sentence)
    audit.release()
    return summary


def log_end(folder: Path, run: dict[str, Any]) -> None:
    """Say whether the audit is complete, and why it is not."""
    for sentence in run["incomplete_because"]:
        logger.warning("Not complete: %s", sentence)
    level = logging.INFO if run["complete"] else logging.ERROR
    logger.log(level, "Audit ended: complete=%s, reports in %s", run["complete"], folder)


def _unwritten(audit: Audit, run: dict[str, Any], error: Exception) -> str:
    """What is said, and left behind where that can be, of an audit that there is no room for."""
    sentence = f"The audit cannot be written to {audit.folder}: {error}. Make room there."
    if (why := no_handle(error)) is not None:
        sentence = f"The audit was not judged: {why}."
    run["complete"] = False
    run["incomplete_because"].append(sentence)
    with suppress(OSError):
        write_run(audit.folder, run)
    return f"NOT COMPLETE  {sentence}"
