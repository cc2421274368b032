"""The download handler of a crawl that renders: the fast one, and a browser for what asks for it.

Scrapy makes a handler for each scheme; they share one browser, which the first page starts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from sitemap_audit.addresses import AddressGuard
from sitemap_audit.audit import audit_of
from sitemap_audit.handler import AuditDownloadHandler
from sitemap_audit.memory import allowed
from sitemap_audit.parsing import urls
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
        """Render where ``meta["visit"]`` is there, else fetch."""
        if "visit" not in request.meta:
            return await super().download_request(request)
        return await self._browser().download_request(request)

    def _browser(self) -> Browser:
        if self.crawler not in _BROWSERS:
            _BROWSERS[self.crawler] = self._make_browser()
        return _BROWSERS[self.crawler]

    def _make_browser(self) -> Browser:
        from sitemap_audit.rendering.browser import Browser

        audit = audit_of(self.crawler)
        options = audit.options
        hosts = [urls.host(target.url) for target in audit.targets]
        guard = AddressGuard(hosts, allow_private=options.allow_private)
        return Browser(
            self.crawler,
            program=find_browser(options.browser),
            dial=Dialler(guard),
            timeout=options.render_timeout,
            memory=allowed(options.render_memory),
        )

    async def close(self) -> None:
        """End the browser, where there is one."""
        if browser := _BROWSERS.pop(self.crawler, None):
            await browser.close()
        await super().close()
