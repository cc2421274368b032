"""Scrapy add-on with the default settings of an audit, each with its reason.

Settings have the priority "addon": settings of a project and ``-s`` take precedence.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sitemap_audit.crawl_settings import DOWNLOAD_HANDLER
from sitemap_audit.options import USER_AGENT

if TYPE_CHECKING:
    from scrapy.settings import BaseSettings

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
    # Responses of every status are stored.
    "HTTPERROR_ALLOW_ALL": True,
    # Each redirect is stored as a page; the frontier requests its target.
    "REDIRECT_ENABLED": False,
    "METAREFRESH_ENABLED": False,
    # Search engines send no cookies.
    "COOKIES_ENABLED": False,
    # The frontier gives out every URL once.
    "DUPEFILTER_CLASS": "scrapy.dupefilters.BaseDupeFilter",
    # Do not build a log record for every page and item unless the log level is DEBUG.
    "LOG_FORMATTER": "sitemap_audit.log_format.QuietLogFormatter",
    # The default collector wraps each call (ten per page) to warn of a deprecated argument.
    "STATS_CLASS": "sitemap_audit.stats.QuickStatsCollector",
    # Do not cache errors, nor responses to requests with credentials.
    "HTTPCACHE_POLICY": "sitemap_audit.middlewares.cache.AuditCachePolicy",
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

# Only http and https are fetched.
DOWNLOAD_HANDLERS: dict[str, str | None] = {
    "http": DOWNLOAD_HANDLER,
    "https": DOWNLOAD_HANDLER,
    "data": None,
    "file": None,
    "ftp": None,
    "s3": None,
}

DOWNLOADER_MIDDLEWARES: dict[str, int | None] = {
    "sitemap_audit.middlewares.local_files.LocalFilesMiddleware": 50,
    "sitemap_audit.middlewares.robots.RobotsMiddleware": 100,
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
    # Replaced by RobotsMiddleware: robots.txt is an item of the audit.
    f"{_DOWNLOADER}.robotstxt.RobotsTxtMiddleware": None,
}

SPIDER_MIDDLEWARES: dict[str, int | None] = {
    # These drop or change requests.
    f"{_SPIDER}.referer.RefererMiddleware": None,
    f"{_SPIDER}.urllength.UrlLengthMiddleware": None,
    # It checks requests that callbacks yield; ours yield items only.
    f"{_SPIDER}.metacopy.MetaCopyDetectionMiddleware": None,
}

ITEM_PIPELINES: dict[str, int | None] = {
    "sitemap_audit.pipelines.ParquetPipeline": 500,
    "sitemap_audit.pipelines.ReportPipeline": 900,
}
EXTENSIONS: dict[str, int | None] = {
    "sitemap_audit.progress.ProgressExtension": 0,
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
    """Add-on that sets the defaults of an audit."""

    def update_settings(self, settings: BaseSettings) -> None:
        """Set the defaults; Scrapy calls this when it creates the crawler."""
        for name, value in SETTINGS.items():
            settings.set(name, value, priority="addon")
        for name, components in COMPONENTS.items():
            for component, order in components.items():
                if order is None:  # None in the project setting would still import it
                    settings[f"{name}_BASE"].pop(component, None)
                else:
                    settings[name].setdefault(component, order, "addon")
