"""What Scrapy's HTTP cache may keep of an audit (HTTPCACHE_ENABLED).

robots.txt, sitemaps, media, renders and redirect loops are never cached: their requests say so
(``dont_cache``). Of pages, this policy leaves out what may be another response the next time, and
what was not meant for everybody.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from scrapy.extensions.httpcache import DummyPolicy

from sitemap_audit.crawl_settings import options_of
from sitemap_audit.handlers.credentials import read_credentials
from sitemap_audit.handlers.spool import CUT

if TYPE_CHECKING:
    from scrapy import Request
    from scrapy.http import Response
    from scrapy.settings import BaseSettings

_PASSING = {401, 403, 407, 408, 425, 429}
"Status codes that depend on who makes the request, or when, and not on the page; 5xx too."
_SECRETS = ("Authorization", "Cookie", "Proxy-Authorization")
"Request headers whose response is not for everybody."


class AuditCachePolicy(DummyPolicy):
    """Scrapy's DummyPolicy for what says the same to everybody and tomorrow."""

    def __init__(self, settings: BaseSettings) -> None:
        super().__init__(settings)
        options = options_of(settings)
        self._credentials = read_credentials(options)
        # What another host sends in place of the site is not what the site sends.
        self._is_elsewhere = bool(options.map or options.connect_to)

    def should_cache_request(self, request: Request) -> bool:
        """Whether a page may come from the cache, and go there."""
        return (
            super().should_cache_request(request)
            and not self._is_elsewhere
            and self._credentials.of(request.url) is None
            and not any(name in request.headers for name in _SECRETS)
        )

    def should_cache_response(self, response: Response, request: Request) -> bool:
        """Whether a response may be stored."""
        return (
            super().should_cache_response(response, request)
            and response.status < 500
            and response.status not in _PASSING
            and not {"dataloss", CUT} & set(response.flags)
            and "tls_problem" not in request.meta
        )
