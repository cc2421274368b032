"""Scrapy add-on: what an audit needs, each setting with its reason.

Settings are made at the priority "addon", so that a project's own and ``-s`` win.
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
    # A host gets as many requests at once as it responds to quickly; 8 at most.
    "AUTOTHROTTLE_ENABLED": True,
    "AUTOTHROTTLE_START_DELAY": 0,
    "AUTOTHROTTLE_MAX_DELAY": 10,
    "AUTOTHROTTLE_TARGET_CONCURRENCY": 8,
    # Responses that wait to be read by worker processes; what is more is not fetched yet.
    "SCRAPER_SLOT_MAX_ACTIVE_SIZE": 32 * 2**20,
    # It parses a callback's source for every response, and warns of what mypy sees.
    "WARN_ON_GENERATOR_RETURN_VALUE": False,
    # Everything that is fetched is a fact, whatever its status.
    "HTTPERROR_ALLOW_ALL": True,
    # A redirect is a page with a Location; its target is the next page to fetch.
    "REDIRECT_ENABLED": False,
    "METAREFRESH_ENABLED": False,
    # Search engines send no cookies.
    "COOKIES_ENABLED": False,
    # The frontier gives out every URL once.
    "DUPEFILTER_CLASS": "scrapy.dupefilters.BaseDupeFilter",
    # A log record for every page and every item, which are thrown away unless one debugs.
    "LOG_FORMATTER": "sitemap_audit.log_format.QuietLogFormatter",
    # Scrapy's wraps each of ten calls a page, to warn of an argument that nobody gives.
    "STATS_CLASS": "sitemap_audit.stats.QuickStatsCollector",
    # What may not be kept is not: errors, and what credentials were sent for.
    "HTTPCACHE_POLICY": "sitemap_audit.middlewares.cache.AuditCachePolicy",
    "DOWNLOAD_VERIFY_CERTIFICATES": True,
    # Twice what is read of an HTML page, since all that come at once are in memory.
    "DOWNLOAD_MAXSIZE": 4 * 2**20,
    "DOWNLOAD_WARNSIZE": 0,
    "DOWNLOAD_TIMEOUT": 30,
    # A truncated body is stored as such, with what came of it.
    "DOWNLOAD_FAIL_ON_DATALOSS": False,
    # Servers that run code in this process.
    "TELNETCONSOLE_ENABLED": False,
    "REMOTE_CONTROL_ENABLED": False,
    "RETRY_TIMES": 2,
    # What our handler raises. Scrapy's list names Twisted's errors too, and imports all of its web
    # client for them: a third of a second.
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

# Nothing from a site is ever fetched but by http and https.
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
    # Before those that make a request again.
    "sitemap_audit.middlewares.first_failure.FirstFailureMiddleware": 595,
    # Scrapy's, but what cannot be decoded keeps its status.
    "sitemap_audit.middlewares.decoding.PageDecoding": 590,
    f"{_DOWNLOADER}.httpcompression.HttpCompressionMiddleware": None,
    f"{_DOWNLOADER}.offsite.OffsiteMiddleware": None,
    # Never in use, and its import alone takes 20 MB.
    f"{_DOWNLOADER}.cookies.CookiesMiddleware": None,
    # The handler knows the proxies, so that their passwords stand on no request.
    f"{_DOWNLOADER}.httpproxy.HttpProxyMiddleware": None,
    # The robots.txt of each origin is an item of the audit, and obeyed by RobotsMiddleware.
    f"{_DOWNLOADER}.robotstxt.RobotsTxtMiddleware": None,
}

SPIDER_MIDDLEWARES: dict[str, int | None] = {
    # Each of them drops or changes requests; none of ours may be.
    f"{_SPIDER}.referer.RefererMiddleware": None,
    f"{_SPIDER}.urllength.UrlLengthMiddleware": None,
    # It warns of requests that callbacks give; ours give items, and all of them would pass it.
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

# Columns only: lists of rows are for JSON.
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
    """Sets the defaults of an audit; what a project or ``-s`` sets wins."""

    def update_settings(self, settings: BaseSettings) -> None:
        """Called by Scrapy when the crawler is made."""
        for name, value in SETTINGS.items():
            settings.set(name, value, priority="addon")
        for name, components in COMPONENTS.items():
            for component, order in components.items():
                if order is None:  # in a project's own setting Scrapy would import it all the same
                    settings[f"{name}_BASE"].pop(component, None)
                else:
                    settings[name].setdefault(component, order, "addon")
