"""Scrapy add-on: what an audit needs, each setting with its reason.

Settings are made at the priority "addon", so that a project's own and ``-s`` win.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scrapy.settings import SETTINGS_PRIORITIES
from scrapy.utils.misc import load_object

from sitemap_audit.options import USER_AGENT

if TYPE_CHECKING:
    from scrapy.settings import BaseSettings

_HANDLER = "sitemap_audit.handlers.download.AuditDownloadHandler"
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
    # What may not be kept is not: errors, and what credentials were sent for.
    "HTTPCACHE_POLICY": "sitemap_audit.middlewares.cache.AuditCachePolicy",
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
    "http": _HANDLER,
    "https": _HANDLER,
    "data": None,
    "file": None,
    "ftp": None,
    "s3": None,
}

DOWNLOADER_MIDDLEWARES: dict[str, int | None] = {
    "sitemap_audit.middlewares.local_files.LocalFilesMiddleware": 50,
    "sitemap_audit.middlewares.robots.RobotsMiddleware": 100,
    "sitemap_audit.middlewares.retry_after.RetryAfterMiddleware": 560,
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
                settings[name].setdefault(component, order, "addon")


_MUST_BE: dict[str, tuple[object, str]] = {
    "JOBDIR": (
        None,
        "an audit goes on from its own folder. Leave it out, and resume by -a resume=FOLDER.",
    ),
    "REDIRECT_ENABLED": (
        False,
        "each redirect is a page of the audit, and its target is the next to fetch. Leave it out.",
    ),
    "METAREFRESH_ENABLED": (
        False,
        "each refresh is a fact of the audit, and its target is the next to fetch. Leave it out.",
    ),
    "COOKIES_ENABLED": (
        False,
        "search engines send no cookies. Leave it out; cookies of a login go into the file of"
        " -a auth=FILE.",
    ),
    "HTTPERROR_ALLOW_ALL": (
        True,
        "responses of every status are pages of the audit. Leave it out.",
    ),
    "DEPTH_LIMIT": (
        0,
        "an audit follows no links. Leave it out; -a max_urls=N limits the listed URLs.",
    ),
}
"By setting that an audit cannot leave to the user: its value, and why."


def refusals(settings: BaseSettings) -> list[str]:
    """Sentences: which settings of the user's cannot hold."""
    said = [
        f"{name} cannot be {settings.get(name)!r} in an audit: {why}"
        for name, (value, why) in _MUST_BE.items()
        if _is_the_users(settings, name) and _differs(settings, name, value)
    ]
    handlers = settings.getdict("DOWNLOAD_HANDLERS")
    if any(handlers.get(scheme, _HANDLER) != _HANDLER for scheme in ("http", "https")):
        said.append(
            "DOWNLOAD_HANDLERS cannot name a handler for http or https in an audit: ours keeps"
            " private addresses out and credentials to their origin. Leave these two out."
        )
    policy = settings["HTTPCACHE_POLICY"]
    if _is_the_users(settings, "HTTPCACHE_POLICY") and not _is_careful(policy):
        said.append(
            f"HTTPCACHE_POLICY cannot be {policy!r} in an audit: it may store"
            " errors, and pages that credentials were sent for. Leave it out."
        )
    return said


def obeys_robots(settings: BaseSettings) -> bool | None:
    """What the user's ROBOTSTXT_OBEY says; None where only a default does."""
    name = "ROBOTSTXT_OBEY"
    return settings.getbool(name) if _is_the_users(settings, name) else None


def _is_careful(policy: Any) -> bool:
    """Whether a cache policy is ours, or made from ours."""
    from sitemap_audit.middlewares.cache import AuditCachePolicy  # late: few audits have a cache

    return issubclass(load_object(policy), AuditCachePolicy)


def _is_the_users(settings: BaseSettings, name: str) -> bool:
    """Whether a project or the command line has set it."""
    return (settings.getpriority(name) or 0) >= SETTINGS_PRIORITIES["project"]


def _differs(settings: BaseSettings, name: str, value: object) -> bool:
    if value is None:
        return bool(settings.get(name))
    if isinstance(value, bool):
        return settings.getbool(name) is not value
    return settings.getint(name) != value
