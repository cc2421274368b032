"""State of Scrapy's engine for which there is no signal."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scrapy.crawler import Crawler


def is_ending(crawler: Crawler) -> bool:
    """Return whether the crawl is stopping: no new requests are sent."""
    engine = crawler.engine
    if engine is None or engine.spider is None:  # Scrapy's shell
        return False
    return not engine.running or engine._slot is None or engine._slot.closing is not None


def is_scraping(crawler: Crawler) -> bool:
    """Return whether a callback is running or an item is in the pipelines."""
    slot = crawler.engine.scraper.slot
    return slot is not None and not slot.is_idle()


def is_idle(crawler: Crawler) -> bool:
    """Return whether the engine is idle: no request, no response, no callback.

    Scrapy's ``spider_is_idle()`` is false until ``start()`` has ended.
    """
    engine = crawler.engine
    is_pending = engine.scheduler is not None and engine.scheduler.has_pending_requests()
    is_waiting = engine.paused or engine.downloader.active or is_pending
    return not (is_waiting or is_scraping(crawler))


def end_waiting(crawler: Crawler) -> None:
    """Skip the download delay of queued requests while the crawl is stopping.

    Scrapy closes the spider only after the last of them; the handler refuses them at once. Call
    this repeatedly: AutoThrottle sets the delay again with each response.
    """
    if not is_ending(crawler):
        return
    downloader = crawler.engine.downloader
    for slot in downloader.slots.values():
        slot.delay = 0.0
        slot.close()
        downloader._process_queue(slot)
