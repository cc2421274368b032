"""One component of each kind; each writes what it saw to a file when the crawl ends."""

import json
from pathlib import Path

from scrapy import signals

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
