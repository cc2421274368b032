"""Item pipelines: write items to Parquet; when the spider closes, run checks and reports."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from copy import copy
from typing import TYPE_CHECKING, Any

from scrapy import signals
from scrapy.exceptions import NotConfigured
from scrapy.utils.asyncio import create_looping_call

from sitemap_audit.crawl.crawl import crawl_of
from sitemap_audit.crawl.loop import loop_of
from sitemap_audit.crawl_settings import AUDIT_FOLDER, FLUSH
from sitemap_audit.items import TABLE_NAMES, EntryBatch
from sitemap_audit.machine.resources import no_handle_message
from sitemap_audit.machine.stopping import stop_on_signals
from sitemap_audit.storage.run_file import write_run
from sitemap_audit.storage.writer import Writer

if TYPE_CHECKING:
    from pathlib import Path

    from rich.console import RenderableType
    from scrapy.crawler import Crawler

    from sitemap_audit.audit_place import AuditPlace
    from sitemap_audit.crawl.run import AuditRun
    from sitemap_audit.run_record import RunRecord

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
            hidden=crawl.unstored,
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
        from pathlib import Path

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


class ReportPipeline:
    """Run the checks and write the reports once the crawl has ended; pass items on."""

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler
        crawler.signals.connect(self.spider_closed, signal=signals.spider_closed)
        crawler.signals.connect(self.engine_stopped, signal=signals.engine_stopped)

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> ReportPipeline:
        return cls(crawler)

    async def spider_closed(self, reason: str) -> None:
        """Run the checks and reports; the pipelines have written their last items by now."""
        loop = loop_of(self._crawler)
        if loop is None:
            return
        run = loop.run
        if run.is_discarded:
            await loop.crawl.reader.close()
            run.discard()
            return
        await loop.end(reason)
        if run.slice is None:
            with stop_on_signals():
                run.summary = await asyncio.to_thread(conclude, run)
            assert run.record is not None
            self._crawler.stats.set_value("audit/complete", run.record.complete)

    def engine_stopped(self) -> None:
        """Log whether the audit is complete."""
        loop = loop_of(self._crawler)
        if loop is not None and loop.run.record is not None and loop.run.slice is None:
            log_end(loop.run.place, loop.run.record)


def conclude(run: AuditRun) -> RenderableType:
    """Run the checks, write the reports and deliver them, after the crawl."""
    from sitemap_audit.delivery.delivering import deliver
    from sitemap_audit.evaluation.named_imports import told_of
    from sitemap_audit.evaluation.opening import judging_options
    from sitemap_audit.evaluation.process import analyse_in_process  # late: DuckDB comes with them

    assert run.record is not None
    try:
        options = judging_options(run.folder, run.options)
        judged = analyse_in_process(run.place, run.record, options)
        run.record, summary = judged.run, judged.summary
    except OSError as error:
        logger.error("The audit cannot be written: %s", error)
        summary = _unwritten(run, run.record, error)
    run.imported = told_of(run.record, run.imports)
    for sentence in run.imported:
        logger.info("%s", sentence.strip())
    run.undelivered = deliver(run.place, run.record, run.options)
    for sentence in run.undelivered:
        logger.warning(sentence)
    run.release()
    return summary


def log_end(place: AuditPlace, record: RunRecord) -> None:
    """Log whether the audit is complete, and why it is not."""
    for sentence in record.incomplete_because:
        logger.warning("Not complete: %s", sentence)
    level = logging.INFO if record.complete else logging.ERROR
    logger.log(level, "Audit ended: complete=%s, reports in %s", record.complete, place)


def _unwritten(run: AuditRun, record: RunRecord, error: Exception) -> str:
    """Mark an audit as incomplete that cannot be written (disk full); return the summary."""
    sentence = f"The audit cannot be written to {run.place}: {error}. Make room there."
    if (why := no_handle_message(error)) is not None:
        sentence = f"The checks did not run: {why}."
    run.record = record.incomplete([sentence])
    with suppress(OSError):
        write_run(run.folder, run.record)
    return f"NOT COMPLETE  {sentence}"
