"""Spiders made from ours: hooks, requests of their own, and callbacks that are wrong."""

from asyncio import CancelledError

from scrapy import Request

from sitemap_audit.spiders.sitemap import AuditSpider

METADATA = "http://169.254.169.254/latest"
ELSEWHERE = "http://127.0.0.2:9/private"


class HookedSpider(AuditSpider):
    """Yields items and a request of its own for each page, and fails on one."""

    name = "hooked"
    country = "uk"
    hosts = ("127.0.0.1",)
    sitemap_rules = [(r"/page-[26]$", "parse_product"), ("/page-|/gone", "parse_other")]
    custom_settings = {"SITEMAP_AUDIT": {"select": "status/not-found", "workers": 0}}

    def __init__(self, *args, port, **kwargs):
        super().__init__(*args, **kwargs)
        self.site = [f"http://{host}:{port}" for host in self.hosts]

    def sitemap_filter(self, entries):
        for entry in entries:
            if not entry.url.endswith("/page-6"):
                yield entry

    async def process_page(self, response, page):
        yield {"shop": self.country, "url": page.url, "status": response.status}
        for item in super().process_page(response, page) or ():
            yield item
        if page.url.endswith("/page-1"):
            raise ValueError("no price")
        if page.url.endswith("/page-2"):
            yield Request(response.urljoin("/page-3?currency=eur"), self.parse_price)
            yield page
        if page.url.endswith("/page-3"):
            raise CancelledError

    def parse_product(self, response):
        yield {"product": response.url}

    def parse_other(self, response):
        yield {"other": response.url}

    def parse_price(self, response):
        """Raise as a callback of the project's own does."""
        raise KeyError("price")


class ShopSpider(HookedSpider):
    """Requests more than the audit does."""

    name = "shop"

    async def start(self):
        (site,) = self.site
        login = Request(f"{site}/own/login", method="POST", body=b"user=me")
        response = await self.crawler.engine.download_async(login)
        yield {"own": "/own/login", "result": response.status}
        for path in ("/own/early", "/own/early", "/own/busy", "/kept-out/own"):
            yield self.own(site + path)
        yield self.own(METADATA)
        yield Request(ELSEWHERE, callback=self.parse_own, cb_kwargs={"target": "own"})
        async for request in super().start():
            yield request
        yield self.own(f"{site}/own/late")
        yield Request(f"{site}/own/page", callback=self.parse_page, errback=self.errback)

    def own(self, url):
        return Request(
            url,
            callback=self.parse_own,
            errback=self.failed_own,
            cb_kwargs={"target": "own"},
        )

    def parse_own(self, response, target):
        yield {target: response.url, "result": response.status}

    def failed_own(self, failure):
        yield {"own": failure.request.url, "result": type(failure.value).__name__}

    async def parse_page(self, response, target=None):
        pages = await super().parse_page(response, target)
        if response.url.endswith("/page-1"):
            return [*pages, self.own(response.urljoin("/own/from-page"))]
        return pages


class WrongSpider(HookedSpider):
    """Fails in each callback of the audit."""

    name = "wrong"
    hosts = ("127.0.0.1", "localhost")

    async def parse_page(self, response):
        return await super().parse_page(response)

    async def parse_robots(self, response, target=None):
        if "localhost" not in response.url:
            await super().parse_robots(response, target)
        raise ValueError("not understood")
