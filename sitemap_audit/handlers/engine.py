"""What Scrapy's engine is doing, as far as it has no signal for that."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scrapy.crawler import Crawler


def is_ending(crawler: Crawler) -> bool:
    """Whether the crawl ends: what is under way may end, nothing more is begun."""
    engine = crawler.engine
    if engine is None or engine.spider is None:  # Scrapy's shell
        return False
    return not engine.running or engine._slot is None or engine._slot.closing is not None


def is_scraping(crawler: Crawler) -> bool:
    """Whether a callback is under way, or an item on its way through the pipelines."""
    slot = crawler.engine.scraper.slot
    return slot is not None and not slot.is_idle()


def is_idle(crawler: Crawler) -> bool:
    """Whether there is nothing to do: no request, no response, no callback.

    Scrapy's ``spider_is_idle()`` says no as long as ``start()`` has not ended.
    """
    engine = crawler.engine
    is_pending = engine.scheduler is not None and engine.scheduler.has_pending_requests()
    is_waiting = engine.paused or engine.downloader.active or is_pending
    return not (is_waiting or is_scraping(crawler))


def end_waiting(crawler: Crawler) -> None:
    """Once the crawl is being stopped, let no request wait for the delay of its slot.

    Scrapy would close the spider when the last of them has had its turn; the handler refuses them.
    To be called again and again: AutoThrottle sets the delay anew with each response.
    """
    if not is_ending(crawler):
        return
    downloader = crawler.engine.downloader
    for slot in downloader.slots.values():
        slot.delay = 0.0
        slot.close()
        downloader._process_queue(slot)
