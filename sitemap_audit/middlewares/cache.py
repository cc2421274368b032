"""Policy for Scrapy's HTTP cache during an audit (HTTPCACHE_ENABLED).

robots.txt, sitemaps, and what is requested after the pages (media, renders, as a bot) are never
cached: their requests set ``dont_cache``. Pages are not cached if the response is temporary or
depends on credentials.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from scrapy.extensions.httpcache import DummyPolicy

from sitemap_audit.crawl_settings import options_of
from sitemap_audit.handlers.credentials import read_credentials
from sitemap_audit.handlers.spool import BODY_TRUNCATED

if TYPE_CHECKING:
    from scrapy import Request
    from scrapy.http import Response
    from scrapy.settings import BaseSettings

_MISSING = (404, 410)
"Of the errors, these are about the page; others may depend on the client or the time."
_SECRETS = ("Authorization", "Cookie", "Proxy-Authorization")
"Request headers with credentials: their responses are not cached."


class AuditCachePolicy(DummyPolicy):
    """DummyPolicy that does not cache errors or responses to requests with credentials."""

    def __init__(self, settings: BaseSettings) -> None:
        super().__init__(settings)
        options = options_of(settings)
        self._credentials = read_credentials(options)
        # With --map or --connect-to another host responds for the site, with --pages a folder; and
        # with --sign its CDN may respond otherwise than to others.
        self._is_elsewhere = bool(
            options.map or options.connect_to or options.sign or options.pages_from
        )

    def should_cache_request(self, request: Request) -> bool:
        """Return whether the cache may be used for a request."""
        return (
            super().should_cache_request(request)
            and not self._is_elsewhere
            and self._credentials.of(request.url) is None
            and not any(name in request.headers for name in _SECRETS)
        )

    def should_cache_response(self, response: Response, request: Request) -> bool:
        """Return whether a response may be stored in the cache."""
        return (
            super().should_cache_response(response, request)
            and (response.status < 400 or response.status in _MISSING)
            and not {"dataloss", BODY_TRUNCATED} & set(response.flags)
            and "tls_problem" not in request.meta
        )
