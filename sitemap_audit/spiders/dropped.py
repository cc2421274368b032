"""Requests that are gone: a component of the project dropped them, and told nobody.

A spider middleware may drop a request, or what a callback yields before it is read. What was given
out and has not come to an end, while Scrapy has nothing left to do, was dropped.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from scrapy import Request

from sitemap_audit.frontier.targets import PageTarget
from sitemap_audit.handlers.errors import NotFetched
from sitemap_audit.items import FetchError
from sitemap_audit.middlewares.robots import RobotsPolicy
from sitemap_audit.reading.fetch import failed
from sitemap_audit.reading.robots import RobotsTarget, read_robots_item

if TYPE_CHECKING:
    from scrapy.core.engine import ExecutionEngine

    from sitemap_audit.frontier.targets import SitemapTarget


class GivenOut:
    """Pages and sitemaps that were given out and have not come to an end."""

    def __init__(self) -> None:
        self._targets: dict[tuple[bool, int], PageTarget | SitemapTarget] = {}
        self.dropped = 0
        "Requests that were dropped so far."

    def add(self, target: PageTarget | SitemapTarget) -> None:
        """A request is given out."""
        self._targets[_name(target)] = target

    def end(self, target: PageTarget | SitemapTarget) -> bool:
        """One has come to its end; False where it was taken to be dropped."""
        return self._targets.pop(_name(target), None) is not None

    def drop(self) -> list[PageTarget | SitemapTarget]:
        """All of them were dropped."""
        self.dropped += len(self._targets)
        return list(self._targets.values())


def _name(target: PageTarget | SitemapTarget) -> tuple[bool, int]:
    return isinstance(target, PageTarget), target.key


def is_idle(engine: ExecutionEngine) -> bool:
    """Whether Scrapy has no request to make, makes none, and reads no response."""
    slot = engine._slot  # spider_is_idle() is never true while start() goes on
    if slot is None or engine.downloader.active or slot.scheduler.has_pending_requests():
        return False
    return engine.scraper.slot is not None and engine.scraper.slot.is_idle()


def unread_robots(origin: str) -> RobotsPolicy:
    """What holds where the request for a robots.txt was dropped: nothing may be fetched."""
    url = f"{origin}/robots.txt"
    error = NotFetched(FetchError.IGNORED, "A middleware of the project dropped the request.")
    fetch = failed(error, Request(url))
    return RobotsPolicy(*read_robots_item(RobotsTarget(origin), url, fetch, b""))
