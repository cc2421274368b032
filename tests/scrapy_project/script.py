"""A script that crawls: a spider made from ours, with no ``if __name__ == "__main__"``."""

import sys

from scrapy.crawler import AsyncCrawlerProcess

from sitemap_audit.spiders.sitemap import AuditSpider


class TitleSpider(AuditSpider):
    """Gives the length of each title besides."""

    custom_settings = {"ADDONS": {"sitemap_audit.addon.AuditAddon": 0}}

    async def parse_page(self, response, target=None):
        pages = await super().parse_page(response, target)
        return [*pages, *({"url": page.url, "length": len(page.title or "")} for page in pages)]


feed = {"format": "jsonl", "item_classes": ["builtins.dict"]}
process = AsyncCrawlerProcess({"FEEDS": {"lengths.jsonl": feed}})
process.crawl(TitleSpider, site=sys.argv[1], select="status/not-found", workers="2")
process.start()
print("ended")
