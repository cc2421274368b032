"""One component of each kind; each writes what it saw to a file when the crawl ends."""

import json
from pathlib import Path

from scrapy import signals
from scrapy.exceptions import DropItem, IgnoreRequest

from sitemap_audit.items import Page


class Component:
    """Keeps what it saw, and writes it to seen-NAME.json."""

    def __init__(self, crawler):
        self.seen = []
        crawler.signals.connect(self.write, signal=signals.spider_closed)

    @classmethod
    def from_crawler(cls, crawler):
        return cls(crawler)

    def write(self):
        """Called when the spider closes."""
        Path(f"seen-{type(self).__name__}.json").write_text(json.dumps(self.seen))


class Titles(Component):
    """Item pipeline."""

    def process_item(self, item):
        if isinstance(item, Page):
            self.seen.append([item.url, item.title])
        return item


class Depths(Component):
    """Spider middleware."""

    async def process_spider_output(self, response, result):
        async for each in result:
            if isinstance(each, Page):
                self.seen.append([each.url, response.status])
            yield each


class Statuses(Component):
    """Downloader middleware."""

    def process_response(self, request, response):
        self.seen.append([request.url, response.status])
        return response


class Scraped(Component):
    """Extension."""

    def __init__(self, crawler):
        super().__init__(crawler)
        crawler.signals.connect(self.item_scraped, signal=signals.item_scraped)

    def item_scraped(self, item):
        self.seen.append([type(item).__name__, getattr(item, "url", None)])


# What follows stands in the way of an audit.


class DropsPages:
    """Item pipeline."""

    def process_item(self, item):
        if isinstance(item, Page) and item.url.endswith("/page-1"):
            raise DropItem("not wanted")
        return item


class IgnoresPages:
    """Downloader middleware."""

    def process_request(self, request):
        if request.url.endswith("/page-2"):
            raise IgnoreRequest("not wanted")


class FailsOnPages:
    """Downloader middleware."""

    def process_response(self, request, response):
        if request.url.endswith("/page-3"):
            raise ValueError("not understood")
        return response


class LosesPages:
    """Spider middleware: raises for one page, and gives nothing for another."""

    async def process_spider_output(self, response, result):
        if response.url.endswith("/page-4"):
            raise ValueError("not understood")
        if not response.url.endswith("/page-5"):
            async for each in result:
                yield each


class RefusesPages:
    """Spider middleware: refuses a response, and drops a request."""

    def process_spider_input(self, response):
        if response.url.endswith("/page-6"):
            raise ValueError("not understood")

    async def process_start(self, start):
        async for request in start:
            if not request.url.endswith("/page-7"):
                yield request


class LosesSitemaps:
    """Spider middleware."""

    async def process_spider_output(self, response, result):
        if "xml" not in response.url:
            async for each in result:
                yield each


class LosesRobots:
    """Spider middleware."""

    async def process_start(self, start):
        async for request in start:
            if not request.url.endswith("/robots.txt"):
                yield request


class ChoosesProxy:
    """Downloader middleware."""

    @classmethod
    def from_crawler(cls, crawler):
        middleware = cls()
        middleware.proxy = crawler.settings["OUR_PROXY"]
        return middleware

    def process_request(self, request):
        request.meta["proxy"] = self.proxy
