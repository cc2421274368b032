"""Download handler of a crawl that renders: the audit's own handler, and a browser.

Scrapy makes a handler for each scheme; they share one browser, which the first page starts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from sitemap_audit.crawl_settings import options_of
from sitemap_audit.handlers.connect_to import read_connect_overrides
from sitemap_audit.handlers.download import AuditDownloadHandler
from sitemap_audit.reading.fetch import fetched
from sitemap_audit.rendering.connector import Connector

if TYPE_CHECKING:
    from scrapy import Request
    from scrapy.crawler import Crawler
    from scrapy.http import Response

    from sitemap_audit.rendering.browser import Browser

MAX_REQUESTS = 5
"Maximum requests for one script or style sheet, redirects included."
_BROWSERS: WeakKeyDictionary[Crawler, Browser] = WeakKeyDictionary()


class RenderingDownloadHandler(AuditDownloadHandler):
    """Fetches requests, and renders those with ``meta["page_load"]``."""

    async def download_request(self, request: Request) -> Response:
        """Render a request that has ``meta["page_load"]``; fetch any other.

        Raises:
            Unrendered: the page could not be rendered.
        """
        if "page_load" not in request.meta:
            return await super().download_request(request)
        return await self._browser().download_request(request)

    def _browser(self) -> Browser:
        if self.crawler not in _BROWSERS:
            from sitemap_audit.rendering.browser import Browser  # imports Playwright

            overrides = read_connect_overrides(options_of(self.crawler.settings))
            connect = Connector(self._guard, self._credentials.proxy_of, overrides)
            _BROWSERS[self.crawler] = Browser(
                self.crawler, connect=connect, fetch=self._fetch_instead
            )
        return _BROWSERS[self.crawler]

    async def _fetch_instead(self, request: Request) -> Response | None:
        """Fetch a URL for the browser if it must not fetch it itself; else return None.

        This is so for a URL with credentials, which the browser would also send to redirect
        targets on other hosts, for one whose request is signed, and for a URL in the host map.
        Redirects from one such URL to another are followed here, except for a page or a frame,
        whose redirect the browser gets.
        """
        response = None
        for _ in range(MAX_REQUESTS):
            if not self._must_fetch(request.url):
                break
            response = await super().download_request(request)
            location = fetched(response.replace(request=request)).redirect
            if location is None or location.url is None or request.meta["is_page"]:
                break
            request = request.replace(url=location.url)
        return response

    def _must_fetch(self, url: str) -> bool:
        return (
            url in self._host_map
            or self._credentials.of(url) is not None
            or (self._signer is not None and self._signer.signs(url))
        )

    async def close(self) -> None:
        """Close the browser, if it runs."""
        if browser := _BROWSERS.pop(self.crawler, None):
            await browser.close()
        await super().close()
