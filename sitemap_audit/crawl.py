"""An audit's crawl, run in this process."""

from __future__ import annotations

import logging
import sys
from typing import TYPE_CHECKING

from scrapy.crawler import AsyncCrawlerProcess
from scrapy.settings import Settings

from sitemap_audit.pipelines import conclude, log_end
from sitemap_audit.spiders.sitemap import SitemapSpider
from sitemap_audit.storage.run_record import LOG_FILE

if TYPE_CHECKING:
    from sitemap_audit.audit import Audit


def crawl(audit: Audit) -> None:
    """Fetch, store, judge and report; Ctrl-C once stops gently. The log is in audit.log."""
    settings = Settings()
    settings.setmodule("sitemap_audit.settings")
    settings.setdict(
        {
            "LOG_FILE": str(audit.folder / LOG_FILE),
            "AUDIT_PROGRESS": "bar" if sys.stderr.isatty() else "lines",
        },
        priority="cmdline",
    )
    logging.raiseExceptions = False  # a log that there is no room for is not told in traces
    process = AsyncCrawlerProcess(settings)
    crawler = process.create_crawler(SitemapSpider)
    process.crawl(crawler, audit=audit)
    process.start()
    if audit.summary is None:  # stopped before the spider was even open, or stopped twice
        if isinstance(crawler.spider, SitemapSpider):
            crawler.spider.hands.cut_off()
        audit.summary = conclude(audit, "shutdown")
        assert audit.record is not None
        log_end(audit.folder, audit.record)
