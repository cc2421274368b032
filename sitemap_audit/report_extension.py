"""Scrapy extension: run the checks, write the reports and deliver them when the spider closes."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import TYPE_CHECKING

from scrapy import signals

from sitemap_audit.crawl.loop import loop_of
from sitemap_audit.crawl.run import Conclusion
from sitemap_audit.machine.resources import no_handle_message
from sitemap_audit.machine.stopping import stop_on_signals
from sitemap_audit.storage.run_file import write_run

if TYPE_CHECKING:
    from scrapy.crawler import Crawler

    from sitemap_audit.audit_place import AuditPlace
    from sitemap_audit.crawl.run import AuditRun
    from sitemap_audit.run_record import RunRecord

logger = logging.getLogger(__name__)


class ReportExtension:
    """Run the checks and write the reports when the spider closes."""

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler
        crawler.signals.connect(self.spider_closed, signal=signals.spider_closed)
        crawler.signals.connect(self.engine_stopped, signal=signals.engine_stopped)

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> ReportExtension:
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
                run.conclusion = await asyncio.to_thread(conclude, run)
            assert run.record is not None
            self._crawler.stats.set_value("audit/complete", run.record.complete)

    def engine_stopped(self) -> None:
        """Log whether the audit is complete."""
        loop = loop_of(self._crawler)
        if loop is not None and loop.run.record is not None and loop.run.slice is None:
            log_end(loop.run.place, loop.run.record)


def conclude(run: AuditRun) -> Conclusion:
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
    imported = told_of(run.record, run.imports)
    for sentence in imported:
        logger.info("%s", sentence.strip())
    undelivered = deliver(run.place, run.record, run.options)
    for sentence in undelivered:
        logger.warning(sentence)
    run.release()
    return Conclusion(summary, imported, undelivered)


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
