"""A script that runs three spiders, two of them ours, with no ``if __name__ == "__main__"``."""

import sys

from scrapy import Spider
from scrapy.crawler import AsyncCrawlerProcess

from sitemap_audit.spiders.sitemap import AuditSpider


class TitleSpider(AuditSpider):
    """Gives the length of each title besides; its hook cannot be called."""

    name = "titles"

    async def parse_page(self, response, target=None):
        pages = await super().parse_page(response, target)
        return [*pages, *({"url": page.url, "length": len(page.title or "")} for page in pages)]

    def process_page(self, response):
        """Take a parameter too few."""


class OtherSpider(Spider):
    """A spider of the project that audits nothing."""

    name = "other"

    def parse(self, response):
        return {"url": response.url}


first, second = sys.argv[1:]
options = {"select": "status/not-found", "workers": "2"}
process = AsyncCrawlerProcess(
    {
        "ADDONS": {"sitemap_audit.addon.AuditAddon": 0},
        "FEEDS": {"%(name)s.jsonl": {"format": "jsonl", "item_classes": ["builtins.dict"]}},
        "ROBOTSTXT_OBEY": True,
        "COOKIES_ENABLED": True,
        "DOWNLOAD_HANDLERS": {
            "http": "scrapy.core.downloader.handlers._aiohttp.AiohttpDownloadHandler",
        },
    }
)
crawler = process.create_crawler(TitleSpider)
process.crawl(crawler, site=first, **options)
process.crawl(AuditSpider, site=second, **options)
process.crawl(OtherSpider, start_urls=[f"{second}/moved", f"{second}/kept-out"])
process.start()
print("ended")
sys.exit(process.bootstrap_failed or not crawler.stats.get_value("audit/complete"))
