"""Request nothing (``--offline``)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scrapy.exceptions import NotConfigured

from sitemap_audit.crawl_settings import is_of_audit, options_of
from sitemap_audit.handlers.ignored_requests import NotFetched
from sitemap_audit.items import FetchError

if TYPE_CHECKING:
    from scrapy import Request
    from scrapy.crawler import Crawler


class OfflineMiddleware:
    """Downloader middleware that refuses what no local file has responded to."""

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> OfflineMiddleware:
        """Create the middleware.

        Raises:
            NotConfigured: the audit is not offline.
        """
        if not options_of(crawler.settings).offline:
            raise NotConfigured
        return cls()

    def process_request(self, request: Request) -> None:
        """Refuse a request.

        Raises:
            NotFetched: it is of the audit.
        """
        if is_of_audit(request):
            raise NotFetched(FetchError.OFFLINE, "Not requested: the audit is offline.")
