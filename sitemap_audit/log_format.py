"""What Scrapy logs of each page and item: nothing, unless one debugs."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

from scrapy.logformatter import LogFormatter

if TYPE_CHECKING:
    from scrapy.crawler import Crawler


class QuietLogFormatter(LogFormatter):
    """Scrapy's, without the lines of level DEBUG."""

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> LogFormatter:  # type: ignore[override]  # it may give the base class
        """Scrapy's own where LOG_LEVEL is DEBUG."""
        level = crawler.settings["LOG_LEVEL"]
        is_debugging = logging.getLevelName(level) == logging.DEBUG or level == logging.DEBUG
        return LogFormatter() if is_debugging else cls()

    def crawled(self, *args: Any, **kwargs: Any) -> None:  # type: ignore[override]  # None is documented
        """Nothing of a page."""

    def scraped(self, *args: Any, **kwargs: Any) -> None:  # type: ignore[override]  # None is documented
        """Nothing of an item."""
