"""An audit's crawl, run in this process."""

from __future__ import annotations

import logging
import sys
from typing import TYPE_CHECKING

from scrapy.crawler import AsyncCrawlerProcess
from scrapy.settings import Settings

from sitemap_audit.errors import UsageError
from sitemap_audit.pipelines import ParquetPipeline, conclude, log_end
from sitemap_audit.spiders.sitemap import SitemapSpider
from sitemap_audit.storage.run_record import LOG_FILE

if TYPE_CHECKING:
    from scrapy.crawler import Crawler

    from sitemap_audit.spiders.run import AuditRun


def crawl(run: AuditRun) -> None:
    """Fetch, store, judge and report; Ctrl-C once stops gently. The log is in audit.log.

    Raises:
        UsageError: the audit cannot begin.
    """
    settings = Settings()
    settings.setmodule("sitemap_audit.settings")
    settings.setdict(
        {
            "LOG_FILE": str(run.folder / LOG_FILE),
            "AUDIT_PROGRESS": "bar" if sys.stderr.isatty() else "lines",
        },
        priority="cmdline",
    )
    logging.raiseExceptions = False  # a log that there is no room for is not told in traces
    process = AsyncCrawlerProcess(settings)
    crawler = process.create_crawler(SitemapSpider)
    # Who is to be sent the record of an audit gets one, also of a site that is down.
    run.leaves_nothing = not (run.is_resumed or run.options.publish or run.options.notify)
    process.crawl(crawler, run=run)
    process.start()
    spider = crawler.spider
    if isinstance(spider, SitemapSpider) and spider.usage_error:
        raise UsageError(spider.usage_error)
    if run.summary is None:  # stopped before the spider was even open, or stopped twice
        _conclude_after_all(run, crawler, "start_error" if process.bootstrap_failed else "shutdown")


def _conclude_after_all(run: AuditRun, crawler: Crawler, reason: str) -> None:
    """Store what is left in memory, judge and report."""
    spider = crawler.spider
    if isinstance(spider, SitemapSpider):
        pipeline = crawler.get_item_pipeline(ParquetPipeline) if crawler.engine else None
        if pipeline is not None:
            pipeline.writer.flush()
        spider.reader.abandon()
        spider.close_at_once(reason)
    else:
        run.end(reason)
    run.summary = conclude(run)
    assert run.record is not None
    log_end(run.folder, run.record)
