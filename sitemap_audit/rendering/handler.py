"""The download handler of a crawl that renders: the fast one, and a browser for what asks for it.

Scrapy makes a handler for each scheme; they share one browser, which the first page starts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlsplit
from weakref import WeakKeyDictionary

from sitemap_audit.audit import audit_of
from sitemap_audit.handler import AuditDownloadHandler
from sitemap_audit.memory import allowed
from sitemap_audit.politeness import Politeness
from sitemap_audit.rendering.dialling import Dialler
from sitemap_audit.rendering.installed import find_browser

if TYPE_CHECKING:
    from scrapy import Request
    from scrapy.crawler import Crawler
    from scrapy.http import Response

    from sitemap_audit.rendering.browser import Browser

_BROWSERS: WeakKeyDictionary[Crawler, Browser] = WeakKeyDictionary()


class RenderingDownloadHandler(AuditDownloadHandler):
    """Fetches as ever, and renders the requests that carry a visit."""

    async def download_request(self, request: Request) -> Response:
        """Render where ``meta["visit"]`` is there, else fetch.

        Raises:
            NotFetched: the page's host wants to be left alone.
            Unrendered: nothing is known of how the page renders.
        """
        if "visit" not in request.meta:
            return await super().download_request(request)
        await self._turn(urlsplit(request.url).hostname or "")
        return await self._browser().download_request(request)

    async def _turn(self, host: str) -> None:
        """Wait until a page may be asked for; what it needs comes with it, as in any browser."""
        politeness = self.crawler.get_extension(Politeness)
        assert politeness is not None
        await politeness.begin(host)
        politeness.end(host)

    def _browser(self) -> Browser:
        if self.crawler not in _BROWSERS:
            _BROWSERS[self.crawler] = self._make_browser()
        return _BROWSERS[self.crawler]

    def _make_browser(self) -> Browser:
        from sitemap_audit.rendering.browser import Browser

        options = audit_of(self.crawler).options
        return Browser(
            self.crawler,
            program=find_browser(options.browser),
            dial=Dialler(self._guard, self._credentials.proxy_of),
            fetch=self._fetch_identified,
            timeout=options.render_timeout,
            memory=allowed(options.render_memory),
        )

    async def _fetch_identified(self, request: Request) -> Response | None:
        """The answer to what the browser asks for, where it may not ask itself; else None.

        It is told no credentials: it would show them wherever a redirect leads. And it knows of no
        other host than the one that is spoken of.
        """
        if self._credentials.of(request.url) is None and request.url not in self._host_map:
            return None
        return await super().download_request(request)

    async def close(self) -> None:
        """End the browser, where there is one."""
        if browser := _BROWSERS.pop(self.crawler, None):
            await browser.close()
        await super().close()
