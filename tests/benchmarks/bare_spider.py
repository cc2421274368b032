"""Scrapy spiders that the audit's speed is compared with: one that only fetches, one that extracts.

``python tests/benchmarks/bare_spider.py BASE PAGES KIND`` prints how many it has fetched; KIND is
``default``, ``best``, ``extracting`` (the best settings, and what an SEO spider takes of a page by
parsel: title, canonical, hreflang, robots and links) or what :func:`settings` says.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from scrapy import Request, Spider
from scrapy.crawler import AsyncCrawlerProcess

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from scrapy.http import Response

COMMON = {
    "LOG_LEVEL": "WARNING",
    "CONCURRENT_REQUESTS": 32,
    "CONCURRENT_REQUESTS_PER_DOMAIN": 32,
    "TELNETCONSOLE_ENABLED": False,
    "REMOTE_CONTROL_ENABLED": False,
}
_AIOHTTP = "scrapy.core.downloader.handlers._aiohttp.AiohttpDownloadHandler"
_DOWNLOADER = "scrapy.downloadermiddlewares"
BEST = {
    "CONCURRENT_ITEMS": 1,
    "ASYNCIO_EVENT_LOOP": "uvloop.Loop",
    "DOWNLOAD_HANDLERS": {"http": _AIOHTTP, "https": _AIOHTTP},
    "DUPEFILTER_CLASS": "scrapy.dupefilters.BaseDupeFilter",
    "DOWNLOADER_MIDDLEWARES": {
        f"{_DOWNLOADER}.{name}": None
        for name in (
            "offsite.OffsiteMiddleware",
            "httpauth.HttpAuthMiddleware",
            "redirect.MetaRefreshMiddleware",
            "redirect.RedirectMiddleware",
            "cookies.CookiesMiddleware",
            "httpproxy.HttpProxyMiddleware",
        )
    },
}


class BareSpider(Spider):
    """Fetches every page and looks at none."""

    name = "bare"
    base: str
    pages: int

    async def start(self) -> AsyncIterator[Request]:
        """Every page, as fast as the engine takes them."""
        for number in range(self.pages):
            yield Request(f"{self.base}/p/{number}", dont_filter=True)

    fetched = 0

    def parse(self, response: Response, **kwargs: Any) -> None:  # noqa: ARG002 - Scrapy's
        """Count, and nothing else."""
        self.fetched += 1

    def closed(self, reason: str) -> None:  # noqa: ARG002 - Scrapy's
        """Say how many were fetched."""
        print(self.fetched)


class ExtractingSpider(BareSpider):
    """Fetches every page and takes what an SEO spider takes of it."""

    def parse(self, response: Response, **kwargs: Any) -> None:
        """Extract, and count."""
        super().parse(response, **kwargs)
        self.extracted = (
            response.css("title::text").get(),
            response.css("link[rel=canonical]::attr(href)").getall(),
            [each.attrib.get("href") for each in response.css("link[rel=alternate][hreflang]")],
            response.css("meta[name=robots]::attr(content)").getall(),
            [response.urljoin(href) for href in response.css("a::attr(href)").getall()],
        )


def settings(kind: str) -> dict[str, Any]:
    """Of ``default``, of ``best``, or of the best with another handler and further settings.

    Such a kind is ``HANDLER`` or ``HANDLER?NAME=VALUE``.
    """
    if kind == "default":
        return COMMON
    handler, _, further = kind.partition("?")
    handlers = {} if kind in ("best", "extracting") else {"http": handler, "https": handler}
    return {
        **COMMON,
        **BEST,
        **({"DOWNLOAD_HANDLERS": handlers} if handlers else {}),
        **dict(pair.split("=") for pair in further.split("&") if pair),
    }


def main(base: str, pages: int, kind: str) -> None:
    """Crawl."""
    process = AsyncCrawlerProcess(settings(kind))
    spider = ExtractingSpider if kind == "extracting" else BareSpider
    process.crawl(spider, base=base, pages=pages)
    process.start()


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), sys.argv[3])
