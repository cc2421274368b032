"""Scrapy add-on: what an audit needs, each setting with its reason.

Settings are made at the priority "addon", so that a project's own and ``-s`` win.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sitemap_audit.options import USER_AGENT

if TYPE_CHECKING:
    from scrapy.settings import BaseSettings

_HANDLER = "sitemap_audit.network.handler.AuditDownloadHandler"
_DOWNLOADER = "scrapy.downloadermiddlewares"
_SPIDER = "scrapy.spidermiddlewares"

SETTINGS = {
    # 100 starts a hundred tasks for every response: two thirds of the time (scrapy#5182).
    "CONCURRENT_ITEMS": 1,
    # It parses a callback's source for every response, and warns of what mypy sees.
    "WARN_ON_GENERATOR_RETURN_VALUE": False,
    # Everything that is fetched is a fact, whatever its status.
    "HTTPERROR_ALLOW_ALL": True,
    # The frontier gives out every URL once.
    "DUPEFILTER_CLASS": "scrapy.dupefilters.BaseDupeFilter",
    # Politeness holds requests back; a second queue would only take time.
    "DOWNLOADER": "sitemap_audit.network.downloader.AuditDownloader",
    # A log record for every page and every item, which are thrown away unless one debugs.
    "LOG_FORMATTER": "sitemap_audit.crawling.log_format.QuietLogFormatter",
    # Nothing from a site is ever fetched but by http and https.
    "DOWNLOAD_HANDLERS": {
        "http": _HANDLER,
        "https": _HANDLER,
        "data": None,
        "file": None,
        "ftp": None,
        "s3": None,
    },
    "DOWNLOAD_VERIFY_CERTIFICATES": True,
    "DOWNLOAD_MAXSIZE": 16 * 2**20,
    "DOWNLOAD_WARNSIZE": 0,
    "DOWNLOAD_TIMEOUT": 30,
    # A truncated body is stored as such, with what came of it.
    "DOWNLOAD_FAIL_ON_DATALOSS": False,
    # Servers that run code in this process.
    "TELNETCONSOLE_ENABLED": False,
    "REMOTE_CONTROL_ENABLED": False,
    "RETRY_TIMES": 2,
    "RETRY_GIVE_UP_LOG_LEVEL": "INFO",
    "USER_AGENT": USER_AGENT,
    "DEFAULT_REQUEST_HEADERS": {
        "Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
    },
    "LOG_LEVEL": "INFO",
}

DOWNLOADER_MIDDLEWARES: dict[str, int | None] = {
    "sitemap_audit.crawling.local_answers.LocalAnswers": 50,
    "sitemap_audit.network.robots_gate.RobotsGate": 100,
    "sitemap_audit.network.compression.PageDecoding": 590,
    "sitemap_audit.network.standing.StandingHeaders": 500,
    # They do together what StandingHeaders does.
    f"{_DOWNLOADER}.downloadtimeout.DownloadTimeoutMiddleware": None,
    f"{_DOWNLOADER}.defaultheaders.DefaultHeadersMiddleware": None,
    f"{_DOWNLOADER}.useragent.UserAgentMiddleware": None,
    # It writes each request down as it goes over the wire, to count its bytes.
    f"{_DOWNLOADER}.stats.DownloaderStats": None,
    # What they would do is a fact to store (a redirect, a refresh) or has its own place here.
    f"{_DOWNLOADER}.offsite.OffsiteMiddleware": None,
    f"{_DOWNLOADER}.robotstxt.RobotsTxtMiddleware": None,
    f"{_DOWNLOADER}.httpauth.HttpAuthMiddleware": None,
    f"{_DOWNLOADER}.redirect.MetaRefreshMiddleware": None,
    f"{_DOWNLOADER}.httpcompression.HttpCompressionMiddleware": None,
    f"{_DOWNLOADER}.redirect.RedirectMiddleware": None,
    f"{_DOWNLOADER}.cookies.CookiesMiddleware": None,
    f"{_DOWNLOADER}.httpproxy.HttpProxyMiddleware": None,
    f"{_DOWNLOADER}.httpcache.HttpCacheMiddleware": None,
}

SPIDER_MIDDLEWARES: dict[str, int | None] = {
    # Each of them drops or changes requests; none of ours may be.
    f"{_SPIDER}.start.StartSpiderMiddleware": None,
    f"{_SPIDER}.httperror.HttpErrorMiddleware": None,
    f"{_SPIDER}.referer.RefererMiddleware": None,
    f"{_SPIDER}.urllength.UrlLengthMiddleware": None,
    f"{_SPIDER}.depth.DepthMiddleware": None,
    f"{_SPIDER}.metacopy.MetaCopyDetectionMiddleware": None,
}

ITEM_PIPELINES: dict[str, int | None] = {"sitemap_audit.pipelines.StorePipeline": 500}
EXTENSIONS: dict[str, int | None] = {
    "sitemap_audit.pipelines.Conclusion": 0,
    "sitemap_audit.network.politeness.Politeness": 0,
    "sitemap_audit.crawling.progress.ProgressExtension": 0,
    "scrapy.extensions.logstats.LogStats": None,
}

# Columns only: lists of rows are for JSON.
CSV_EXPORTER = "sitemap_audit.exporters.ColumnsCsvExporter"

# What is stored says what is left; requests kept by an earlier run would be made beside it.
_NEVER = ("JOBDIR",)

COMPONENTS: dict[str, dict[str, int | None]] = {
    "DOWNLOADER_MIDDLEWARES": DOWNLOADER_MIDDLEWARES,
    "SPIDER_MIDDLEWARES": SPIDER_MIDDLEWARES,
    "ITEM_PIPELINES": ITEM_PIPELINES,
    "EXTENSIONS": EXTENSIONS,
}


class AuditAddon:
    """Installs what an audit needs without overriding what the user has set."""

    def update_settings(self, settings: BaseSettings) -> None:
        """Called by Scrapy when the crawler is made."""
        for name, value in SETTINGS.items():
            settings.set(name, value, priority="addon")
        for name in _NEVER:
            settings.set(name, None, priority="cmdline")
        settings["FEED_EXPORTERS"].setdefault("csv", CSV_EXPORTER)
        for name, components in COMPONENTS.items():
            for component, order in components.items():
                settings[name].setdefault(component, order)
