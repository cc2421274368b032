"""Scrapy add-on with the settings of an audit, each with its reason.

:class:`AuditSpider` adds it to its own crawler, and it changes no other. Settings have the priority
"addon": settings of a project and ``-s`` take precedence, but for those in ``FIXED``.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

from sitemap_audit.crawl.loop import loop_of
from sitemap_audit.crawl.preparing import require_prepared
from sitemap_audit.crawl.user_settings import fix, remove
from sitemap_audit.options import USER_AGENT
from sitemap_audit.spiders.sitemap import AuditSpider

if TYPE_CHECKING:
    from scrapy.crawler import Crawler
    from scrapy.settings import BaseSettings

logger = logging.getLogger(__name__)

_DOWNLOADER = "scrapy.downloadermiddlewares"
_SPIDER = "scrapy.spidermiddlewares"

SETTINGS = {
    # 100 starts a hundred tasks for every response: two thirds of the time (scrapy#5182).
    "CONCURRENT_ITEMS": 1,
    "CONCURRENT_REQUESTS": 88,
    "CONCURRENT_REQUESTS_PER_DOMAIN": 8,
    # Concurrency adapts to the response times of each host; at most 8.
    "AUTOTHROTTLE_ENABLED": True,
    "AUTOTHROTTLE_START_DELAY": 0,
    "AUTOTHROTTLE_MAX_DELAY": 10,
    "AUTOTHROTTLE_TARGET_CONCURRENCY": 8,
    # Limit of response bytes that wait for worker processes; above it fetching pauses.
    "SCRAPER_SLOT_MAX_ACTIVE_SIZE": 32 * 2**20,
    # Off: it parses the source of the callback for every response; mypy finds the same.
    "WARN_ON_GENERATOR_RETURN_VALUE": False,
    # Do not build a log record for every page and item unless the log level is DEBUG.
    "LOG_FORMATTER": "sitemap_audit.log_format.QuietLogFormatter",
    # The default collector wraps each call (ten per page) to warn of a deprecated argument.
    "STATS_CLASS": "sitemap_audit.stats.QuickStatsCollector",
    "DOWNLOAD_VERIFY_CERTIFICATES": True,
    # Twice what is parsed of an HTML page: concurrent bodies are all in memory.
    "DOWNLOAD_MAXSIZE": 4 * 2**20,
    "DOWNLOAD_WARNSIZE": 0,
    "DOWNLOAD_TIMEOUT": 30,
    # Keep a truncated body, marked as such.
    "DOWNLOAD_FAIL_ON_DATALOSS": False,
    # Off: both run code in this process on request.
    "TELNETCONSOLE_ENABLED": False,
    "REMOTE_CONTROL_ENABLED": False,
    "RETRY_TIMES": 2,
    # The exceptions of our handler. Scrapy's default also has Twisted's errors; importing its web
    # client takes a third of a second.
    "RETRY_EXCEPTIONS": [
        "scrapy.exceptions.CannotResolveHostError",
        "scrapy.exceptions.DownloadConnectionRefusedError",
        "scrapy.exceptions.DownloadFailedError",
        "scrapy.exceptions.DownloadTimeoutError",
        "scrapy.exceptions.ResponseDataLossError",
        OSError,
    ],
    "RETRY_GIVE_UP_LOG_LEVEL": "INFO",
    "USER_AGENT": USER_AGENT,
    "DEFAULT_REQUEST_HEADERS": {
        "Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
    },
    "LOG_LEVEL": "INFO",
}

# A sitemap must not make the audit read files. `fix` sets the handler of http and https.
DOWNLOAD_HANDLERS: dict[str, str | None] = {"file": None, "ftp": None, "s3": None}

DOWNLOADER_MIDDLEWARES: dict[str, int | None] = {
    "sitemap_audit.local_files.middleware.LocalFilesMiddleware": 50,
    "sitemap_audit.middlewares.robots.RobotsMiddleware": 100,
    "sitemap_audit.local_files.built_pages.BuiltPagesMiddleware": 110,
    "sitemap_audit.local_files.offline.OfflineMiddleware": 111,
    "sitemap_audit.middlewares.retry_after.RetryAfterMiddleware": 560,
    # Before the middlewares that retry.
    "sitemap_audit.middlewares.first_failure.FirstFailureMiddleware": 595,
    # Replaces HttpCompressionMiddleware: undecodable responses keep their status.
    "sitemap_audit.middlewares.decoding.PageDecoding": 590,
    f"{_DOWNLOADER}.httpcompression.HttpCompressionMiddleware": None,
    f"{_DOWNLOADER}.offsite.OffsiteMiddleware": None,
    # Not used, and its import takes 20 MB.
    f"{_DOWNLOADER}.cookies.CookiesMiddleware": None,
    # The handler sets the proxy, so that no request contains its password.
    f"{_DOWNLOADER}.httpproxy.HttpProxyMiddleware": None,
}

SPIDER_MIDDLEWARES: dict[str, int | None] = {
    # These drop or change requests.
    f"{_SPIDER}.referer.RefererMiddleware": None,
    f"{_SPIDER}.urllength.UrlLengthMiddleware": None,
    # It checks requests that callbacks yield; ours yield items only.
    f"{_SPIDER}.metacopy.MetaCopyDetectionMiddleware": None,
}

ITEM_PIPELINES: dict[str, int | None] = {
    # Before those of the project, which may drop what has no price.
    "sitemap_audit.pipelines.ParquetPipeline": -1,
}
EXTENSIONS: dict[str, int | None] = {
    "sitemap_audit.progress.ProgressExtension": 0,
    "sitemap_audit.report_extension.ReportExtension": 0,
    "scrapy.extensions.logstats.LogStats": None,
}

# Writes scalar columns only; nested rows are for JSON.
CSV_EXPORTER = "sitemap_audit.exporters.ColumnsCsvExporter"

COMPONENTS: dict[str, dict[str, Any]] = {
    "DOWNLOAD_HANDLERS": DOWNLOAD_HANDLERS,
    "FEED_EXPORTERS": {"csv": CSV_EXPORTER},
    "DOWNLOADER_MIDDLEWARES": DOWNLOADER_MIDDLEWARES,
    "SPIDER_MIDDLEWARES": SPIDER_MIDDLEWARES,
    "ITEM_PIPELINES": ITEM_PIPELINES,
    "EXTENSIONS": EXTENSIONS,
}


class AuditAddon:
    """Add-on with the settings of an audit, for the crawler of an AuditSpider only."""

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> AuditAddon:
        return cls(crawler)

    def update_settings(self, settings: BaseSettings) -> None:
        """Set the defaults; Scrapy calls this when it applies the crawler's settings."""
        if not issubclass(self._crawler.spidercls, AuditSpider):
            return
        require_prepared(self._crawler)
        unused = fix(settings)
        for name, value in SETTINGS.items():
            settings.set(name, value, priority="addon")
        for name, components in COMPONENTS.items():
            removed = []
            for component, order in components.items():
                if order is not None:
                    settings[name].setdefault(component, order, "addon")
                    continue
                # None in the project's setting would still import it.
                settings[f"{name}_BASE"].pop(component, None)
                if remove(settings, name, component):
                    removed.append(component.rpartition(".")[2])
            if removed:
                unused.append(f"{name} ({', '.join(removed)})")
        loop = loop_of(self._crawler)
        if loop is not None and (unused := unused + loop.crawl.unused_settings):
            said = "An audit does not use these settings of the project: %s. See docs/scrapy.md."
            logger.info(said, ", ".join(unused))
