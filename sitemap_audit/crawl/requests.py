"""Requests for pages, sitemaps and robots.txt."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import xxhash
from scrapy import Request

from sitemap_audit.crawl_settings import OWN_ROBOTS
from sitemap_audit.handlers.spool import ALLOW_SLOW_BODY, REQUIRE_COMPLETE_BODY
from sitemap_audit.parsing import urls
from sitemap_audit.reading.robots_files import MAX_BYTES as MAX_ROBOTS_BYTES

if TYPE_CHECKING:
    from sitemap_audit.crawl.crawl import Crawl
    from sitemap_audit.frontier.url_records import PageTarget, SitemapTarget
    from sitemap_audit.reading.robots_files import RobotsTarget

MAX_SITEMAP_BYTES = 64 * 2**20
"Maximum size as received; the protocol allows 50 MiB decompressed."
MAX_SLOW_SITEMAPS = 8
"""Maximum number of sitemaps of one host that exceed the timeout while they download. Further ones
must arrive within the timeout, like a page: a host may list thousands of slow sitemaps."""


def page_request(crawl: Crawl, target: PageTarget) -> Request:
    """Make the request for a page."""
    meta: dict[str, Any] = {"verbatim_url": True}
    if target.is_second:
        meta["dont_retry"] = True
    elif target.tries:
        meta["retry_times"] = target.tries
    return _request(crawl, target.requested, crawl.callbacks.parse_page, target, meta)


def sitemap_request(crawl: Crawl, target: SitemapTarget) -> Request:
    """Make the request for a sitemap; its body goes to a file."""
    meta = _file_meta(crawl, f"{target.key & (1 << 64) - 1:016x}", MAX_SITEMAP_BYTES)
    if crawl.slow_sitemaps[urls.host(target.url)] < MAX_SLOW_SITEMAPS:
        meta[ALLOW_SLOW_BODY] = True
    return _request(
        crawl, target.requested, crawl.callbacks.parse_sitemap, target, meta, priority=10
    )


def robots_request(crawl: Crawl, target: RobotsTarget, url: str | None = None) -> Request:
    """Make the request for a robots.txt, or for the target ``url`` of its redirect."""
    url = url or f"{target.origin}/robots.txt"
    name = f"robots-{xxhash.xxh3_64_hexdigest(url.encode())}"
    meta = _file_meta(crawl, name, MAX_ROBOTS_BYTES) | {
        REQUIRE_COMPLETE_BODY: True,  # a truncated file would allow disallowed URLs
        "robots_target": True,
    }
    return _request(crawl, url, crawl.callbacks.parse_robots, target, meta, priority=20)


def _file_meta(crawl: Crawl, name: str, most: int) -> dict[str, Any]:
    """Return ``meta`` of a request whose body goes to a file.

    HttpCacheMiddleware never serves it.

    Args:
        most: maximum size of the body in bytes.
    """
    return {
        "dont_cache": True,
        "verbatim_url": True,
        "download_maxsize": most,
        "spool": str(crawl.run.spool / name),
    }


def _request(
    crawl: Crawl, url: str, callback: Any, target: Any, meta: dict[str, Any], priority: int = 0
) -> Request:
    return Request(
        url,
        callback=callback,
        errback=crawl.callbacks.errback,
        cb_kwargs={"target": target},
        meta=meta | OWN_ROBOTS,
        dont_filter=True,
        priority=priority,
    )
