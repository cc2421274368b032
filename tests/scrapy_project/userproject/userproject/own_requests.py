"""A spider made from ours that requests more than the audit does."""

from scrapy import Request

from sitemap_audit.spiders.sitemap import AuditSpider

METADATA = "http://169.254.169.254/latest"
ELSEWHERE = "http://127.0.0.2:9/private"


class ShopSpider(AuditSpider):
    name = "shop"

    async def start(self):
        site = self.settings["OUR_SITE"]
        login = Request(f"{site}/own/login", method="POST", body=b"user=me")
        response = await self.crawler.engine.download_async(login)
        yield {"own": "/own/login", "result": response.status}
        for path in ("/own/early", "/own/early", "/own/busy", "/kept-out/own"):
            yield self.own(site + path)
        yield self.own(METADATA)
        yield self.own(f"{site}/own/broken").replace(callback=self.break_down)
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

    def break_down(self, response, **_):
        raise ValueError(f"own callback of {response.url}")

    def failed_own(self, failure):
        yield {"own": failure.request.url, "result": type(failure.value).__name__}

    async def parse_page(self, response, target=None):
        pages = await super().parse_page(response, target)
        if response.url.endswith("/page-1"):
            return [*pages, self.own(response.urljoin("/own/from-page"))]
        return pages
