"""Run the crawl of an audit in this process."""

from __future__ import annotations

import logging
import sys
from typing import TYPE_CHECKING

from scrapy.crawler import AsyncCrawlerProcess
from scrapy.settings import Settings

from sitemap_audit.crawl.crawl import crawl_of
from sitemap_audit.crawl.loop import loop_of
from sitemap_audit.crawl.run import Conclusion
from sitemap_audit.errors import UsageError
from sitemap_audit.evaluation.incomplete import mark_failed
from sitemap_audit.machine.interpreter import open_event_loop
from sitemap_audit.pipelines import ParquetPipeline
from sitemap_audit.progress import acknowledge_stop
from sitemap_audit.report_extension import conclude, log_end
from sitemap_audit.spiders.sitemap import AuditSpider
from sitemap_audit.storage.run_file import LOG_FILE

if TYPE_CHECKING:
    from scrapy.crawler import Crawler

    from sitemap_audit.crawl.crawl import Rounds
    from sitemap_audit.crawl.run import AuditRun


def crawl(run: AuditRun, *, rounds: Rounds | None = None, display: str | None = None) -> None:
    """Crawl, run the checks and write the reports.

    One Ctrl-C ends the crawl; a second one stops at once, without the checks.

    The log goes to audit.log.

    Args:
        rounds: what fetches the pages on a cluster.
        display: a key of ``progress.DISPLAYS``, or "none"; by default lines, or one on a terminal.

    Raises:
        UsageError: the audit cannot start.
    """
    settings = Settings()
    settings.setmodule("sitemap_audit.settings")
    settings.setdict(
        {
            "LOG_FILE": str(run.folder / LOG_FILE),
            "AUDIT_PROGRESS": display or ("terminal" if sys.stderr.isatty() else "lines"),
        },
        priority="cmdline",
    )
    logging.raiseExceptions = False  # no tracebacks if the log cannot be written
    open_event_loop(settings["ASYNCIO_EVENT_LOOP"])
    process = AsyncCrawlerProcess(settings)
    crawler = process.create_crawler(AuditSpider)
    acknowledge_stop(crawler)
    # With --publish or --notify the audit is kept and reported even if no site can be reached.
    run.discard_if_unreachable = not (run.is_resumed or run.options.publish or run.options.notify)
    crawling = process.crawl(crawler, run=run, rounds=rounds)
    process.start()
    error = crawling.exception() if crawling.done() and not crawling.cancelled() else None
    if isinstance(error, UsageError):
        raise error
    state = crawl_of(crawler)
    if state is not None and state.unreachable:
        raise UsageError(state.unreachable)
    if run.conclusion is None:  # stopped before the spider opened, or stopped twice
        _end_early(run, crawler, is_stopped=not process.bootstrap_failed)


def _end_early(run: AuditRun, crawler: Crawler, *, is_stopped: bool) -> None:
    """Store the items left in memory; run the checks unless the user stopped the audit."""
    reason = "shutdown" if is_stopped else "start_error"
    why = "The audit was stopped at once: the checks did not run."
    loop = loop_of(crawler)
    if loop is not None and loop.has_ended:
        why = "The checks ended with an internal error, see audit.log."
    elif loop is not None:
        pipeline = crawler.get_item_pipeline(ParquetPipeline) if crawler.engine else None
        if pipeline is not None:
            pipeline.writer.flush()
        loop.crawl.reader.abandon()
        loop.end_at_once(reason)
    else:
        run.end(reason)
    assert run.record is not None
    if is_stopped:
        run.conclusion = Conclusion(mark_failed(run.place, run.record, why))
        run.release()
    else:
        run.conclusion = conclude(run)
    log_end(run.place, run.record)
