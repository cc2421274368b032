"""Spiders made from the one of the audit: hooks, arguments, and callbacks that are wrong."""

from scrapy import Request

from sitemap_audit.spiders.sitemap import AuditSpider


class ShopSpider(AuditSpider):
    """Yields items and a request of its own for each page, and fails on one."""

    name = "shop"
    country = "uk"
    hosts = ("127.0.0.1",)
    custom_settings = {"SITEMAP_AUDIT": {"select": "status/not-found", "workers": 0}}

    def __init__(self, *args, port, **kwargs):
        super().__init__(*args, **kwargs)
        self.site = [f"http://{host}:{port}/" for host in self.hosts]

    def sitemap_filter(self, entries):
        for entry in entries:
            if not entry.url.endswith("/page-6"):
                yield entry

    async def process_page(self, response, page):
        yield {"shop": self.country, "url": page.url, "status": response.status}
        if page.url.endswith("/page-1"):
            raise ValueError("no price")
        if page.url.endswith("/page-2"):
            yield Request(response.urljoin("/page-3?currency=eur"), self.parse_price)
            yield page

    def parse_price(self, response):
        """Raise as a callback of the project's own does."""
        raise KeyError("price")


class WrongSpider(ShopSpider):
    """Fails in each callback of the audit."""

    name = "wrong"
    hosts = ("127.0.0.1", "localhost")

    async def parse_page(self, response):
        return await super().parse_page(response)

    async def parse_robots(self, response, target=None):
        if "localhost" not in response.url:
            await super().parse_robots(response, target)
        raise ValueError("not understood")
