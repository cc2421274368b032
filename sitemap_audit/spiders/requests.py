"""The requests of an audit, all made here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import xxhash
from scrapy import Request

from sitemap_audit.handlers.spool import ALLOW_SLOW_BODY, REQUIRE_COMPLETE_BODY
from sitemap_audit.reading.robots import MAX_BYTES as MAX_ROBOTS_BYTES

if TYPE_CHECKING:
    from pathlib import Path

    from sitemap_audit.frontier.targets import PageTarget, SitemapTarget
    from sitemap_audit.reading.robots import RobotsTarget
    from sitemap_audit.spiders.sitemap import SitemapSpider

MAX_SITEMAP_BYTES = 64 * 2**20
"As received; the protocol allows 50 MiB decompressed."
_NOT_CACHED = {"dont_cache": True}
"For HttpCacheMiddleware: a robots.txt or sitemap is always fetched."


def page_request(spider: SitemapSpider, target: PageTarget) -> Request:
    """The request of a page."""
    meta: dict[str, Any] = {"verbatim_url": True}
    if target.is_second:
        meta["dont_retry"] = True
    if target.tries:
        meta["retry_times"] = target.tries
    return _request(spider, target.requested, spider.parse_page, target, meta)


def sitemap_request(
    spider: SitemapSpider, target: SitemapTarget, spool: Path, *, may_be_slow: bool
) -> Request:
    """The request of a sitemap; its body goes to a file in the folder ``spool``."""
    meta = {
        **_NOT_CACHED,
        "verbatim_url": True,
        "download_maxsize": MAX_SITEMAP_BYTES,
        "spool": str(spool / f"{target.key & (1 << 64) - 1:016x}"),
    }
    if may_be_slow:
        meta[ALLOW_SLOW_BODY] = True
    return _request(spider, target.requested, spider.parse_sitemap, target, meta, priority=10)


def robots_request(
    spider: SitemapSpider, target: RobotsTarget, spool: Path, url: str | None = None
) -> Request:
    """The request of a robots.txt; ``url`` where a redirect gives another URL."""
    url = url or f"{target.origin}/robots.txt"
    meta = {
        **_NOT_CACHED,
        REQUIRE_COMPLETE_BODY: True,  # half the rules would be other rules
        "robots_target": True,
        "download_maxsize": MAX_ROBOTS_BYTES,
        "spool": str(spool / f"robots-{xxhash.xxh3_64_hexdigest(url.encode())}"),
    }
    return _request(spider, url, spider.parse_robots, target, meta, priority=20)


def _request(
    spider: SitemapSpider,
    url: str,
    callback: Any,
    target: Any,
    meta: dict[str, Any],
    priority: int = 0,
) -> Request:
    return Request(
        url,
        callback=callback,
        errback=spider.errback,
        cb_kwargs={"target": target},
        meta=meta,
        dont_filter=True,
        priority=priority,
    )
