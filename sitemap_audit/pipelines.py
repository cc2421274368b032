"""Items into Parquet parts; when the spider closes, the checks and the reports."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import TYPE_CHECKING, Any, cast

from scrapy import signals
from scrapy.exceptions import NotConfigured
from scrapy.utils.asyncio import create_looping_call

from sitemap_audit.crawl_settings import AUDIT_FOLDER
from sitemap_audit.items import TABLE_NAMES, EntryBatch
from sitemap_audit.machine.resources import no_handle_message
from sitemap_audit.storage.run_record import write_run
from sitemap_audit.storage.writer import Writer

if TYPE_CHECKING:
    from pathlib import Path

    from rich.console import RenderableType
    from scrapy.crawler import Crawler

    from sitemap_audit.spiders.run import AuditRun
    from sitemap_audit.spiders.sitemap import SitemapSpider

logger = logging.getLogger(__name__)

_STORED = {*TABLE_NAMES, EntryBatch}
LOOK = 5.0
"Seconds between two looks whether a part is due although nothing comes."


class ParquetPipeline:
    """Stores items of the classes of :mod:`sitemap_audit.items`; others pass."""

    def __init__(self, crawler: Crawler, folder: Path) -> None:
        self._crawler, self._spider = crawler, cast("SitemapSpider", crawler.spider)
        self.writer = Writer(folder, hidden=self._spider.unstored)
        self._loop = create_looping_call(self._flush_if_due)
        self._flushing: asyncio.Future[None] | None = None

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> ParquetPipeline:
        """Made for an audit alone.

        Raises:
            NotConfigured: the crawl is none.
        """
        from pathlib import Path

        folder = crawler.settings.get(AUDIT_FOLDER)
        if folder is None:
            raise NotConfigured  # silently: nothing is wrong with `scrapy shell`
        return cls(crawler, Path(folder))

    def open_spider(self) -> None:
        """Look from time to time whether a part is due."""
        self._spider.flush = self.flush  # type: ignore[method-assign]  # its rounds read parts
        self._loop.start(LOOK, now=False)

    async def process_item(self, item: Any) -> Any:
        """Keep an item for the next part, and write that when it is due."""
        if type(item) in _STORED:
            self.writer.add(item)
            self._crawler.stats.inc_value(f"audit/stored/{type(item).__name__}")
            if self.writer.is_due:
                await self.flush()
        return item

    async def flush(self) -> None:
        """Write what has come; what cannot be written ends the crawl."""
        try:
            await asyncio.to_thread(self.writer.flush)
        except Exception as error:
            if not isinstance(error, OSError):  # a row that fits no column
                logger.exception("What was read cannot be written")
            self._spider.cannot_continue(error)  # what is lost, is not complete

    def _flush_if_due(self) -> None:
        if self.writer.is_due:
            self._flushing = asyncio.ensure_future(self.flush())

    async def close_spider(self) -> None:
        """Write the last part."""
        if self._loop.running:
            self._loop.stop()
        await self.flush()


class ReportPipeline:
    """Has an audit checked and reported once its crawl has ended; items pass."""

    def __init__(self, crawler: Crawler) -> None:
        self._spider = cast("SitemapSpider", crawler.spider)  # or another of the project
        crawler.signals.connect(self.spider_closed, signal=signals.spider_closed)
        crawler.signals.connect(self.engine_stopped, signal=signals.engine_stopped)

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> ReportPipeline:
        return cls(crawler)

    async def spider_closed(self, reason: str) -> None:
        """Judge and report: the pipelines have written what they had."""
        run = self._run
        if run is not None and run.is_discarded:
            await self._spider.reader.close()
            run.discard()
        elif run is not None:
            await self._spider.end(reason)
            from sitemap_audit.evaluation.process import stop_on_signals

            with stop_on_signals():
                run.summary = await asyncio.to_thread(conclude, run)

    def engine_stopped(self) -> None:
        """The last lines of the log tell a complete audit from another."""
        run = self._run
        if run is not None and run.record is not None:
            log_end(run.folder, run.record)

    @property
    def _run(self) -> AuditRun | None:
        return getattr(self._spider, "run", None)


def conclude(run: AuditRun) -> RenderableType:
    """Judge and report an audit whose crawl has ended: what follows every crawl."""
    from sitemap_audit.delivery.delivering import deliver
    from sitemap_audit.evaluation.process import analyse_in_process  # late: DuckDB comes with them

    assert run.record is not None
    try:
        summary = analyse_in_process(run.folder, run.record, run.options)
    except OSError as error:
        logger.error("The audit cannot be written: %s", error)
        summary = _unwritten(run, run.record, error)
    run.undelivered = deliver(run.folder, run.record, run.options)
    for sentence in run.undelivered:
        logger.warning(sentence)
    run.release()
    return summary


def log_end(folder: Path, record: dict[str, Any]) -> None:
    """Say whether the audit is complete, and why it is not."""
    for sentence in record["incomplete_because"]:
        logger.warning("Not complete: %s", sentence)
    level = logging.INFO if record["complete"] else logging.ERROR
    logger.log(level, "Audit ended: complete=%s, reports in %s", record["complete"], folder)


def _unwritten(run: AuditRun, record: dict[str, Any], error: Exception) -> str:
    """What is said, and left behind where that can be, of an audit that there is no room for."""
    sentence = f"The audit cannot be written to {run.folder}: {error}. Make room there."
    if (why := no_handle_message(error)) is not None:
        sentence = f"The checks did not run: {why}."
    record["complete"] = False
    record["incomplete_because"].append(sentence)
    with suppress(OSError):
        write_run(run.folder, record)
    return f"NOT COMPLETE  {sentence}"
