"""Requests for pages, sitemaps and robots.txt."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import xxhash
from scrapy import Request

from sitemap_audit.crawl_settings import OWN_ROBOTS
from sitemap_audit.handlers.spool import ALLOW_SLOW_BODY, REQUIRE_COMPLETE_BODY
from sitemap_audit.reading.robots import MAX_BYTES as MAX_ROBOTS_BYTES

if TYPE_CHECKING:
    from pathlib import Path

    from sitemap_audit.frontier.targets import PageTarget, SitemapTarget
    from sitemap_audit.reading.robots import RobotsTarget
    from sitemap_audit.spiders.crawl_state import Crawl

MAX_SITEMAP_BYTES = 64 * 2**20
"Maximum size as received; the protocol allows 50 MiB decompressed."
_NOT_CACHED = {"dont_cache": True}
"For HttpCacheMiddleware: robots.txt and sitemaps are never read from the cache."


def page_request(crawl: Crawl, target: PageTarget) -> Request:
    """Make the request for a page."""
    meta: dict[str, Any] = {"verbatim_url": True}
    if target.is_second:
        meta["dont_retry"] = True
    elif target.tries:
        meta["retry_times"] = target.tries
    return _request(crawl, target.requested, crawl.spider.parse_page, target, meta)


def sitemap_request(
    crawl: Crawl, target: SitemapTarget, spool: Path, *, may_be_slow: bool
) -> Request:
    """Make the request for a sitemap; its body goes to a file in the folder ``spool``."""
    meta = {
        **_NOT_CACHED,
        "verbatim_url": True,
        "download_maxsize": MAX_SITEMAP_BYTES,
        "spool": str(spool / f"{target.key & (1 << 64) - 1:016x}"),
    }
    if may_be_slow:
        meta[ALLOW_SLOW_BODY] = True
    return _request(crawl, target.requested, crawl.spider.parse_sitemap, target, meta, priority=10)


def robots_request(
    crawl: Crawl, target: RobotsTarget, spool: Path, url: str | None = None
) -> Request:
    """Make the request for a robots.txt, or for the target ``url`` of its redirect."""
    url = url or f"{target.origin}/robots.txt"
    meta = {
        **_NOT_CACHED,
        "verbatim_url": True,
        REQUIRE_COMPLETE_BODY: True,  # a truncated file would allow disallowed URLs
        "robots_target": True,
        "download_maxsize": MAX_ROBOTS_BYTES,
        "spool": str(spool / f"robots-{xxhash.xxh3_64_hexdigest(url.encode())}"),
    }
    return _request(crawl, url, crawl.spider.parse_robots, target, meta, priority=20)


def _request(
    crawl: Crawl,
    url: str,
    callback: Any,
    target: Any,
    meta: dict[str, Any],
    priority: int = 0,
) -> Request:
    return Request(
        url,
        callback=callback,
        errback=crawl.spider.errback,
        cb_kwargs={"target": target},
        meta=meta | OWN_ROBOTS,
        dont_filter=True,
        priority=priority,
    )
