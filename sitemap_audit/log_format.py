"""The log format: no lines per page or item, unless LOG_LEVEL is DEBUG."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

from scrapy.logformatter import LogFormatter

from sitemap_audit.items import EntryBatch, Row

if TYPE_CHECKING:
    from scrapy.crawler import Crawler
    from scrapy.logformatter import LogFormatterResult


class QuietLogFormatter(LogFormatter):
    """Log formatter that drops Scrapy's DEBUG lines on pages and items."""

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> LogFormatter:  # type: ignore[override]  # may return the base class
        """Return Scrapy's own formatter if LOG_LEVEL is DEBUG."""
        level = crawler.settings["LOG_LEVEL"]
        is_debugging = logging.getLevelName(level) == logging.DEBUG or level == logging.DEBUG
        return LogFormatter() if is_debugging else cls()

    def crawled(self, *args: Any, **kwargs: Any) -> None:  # type: ignore[override]  # None is documented
        """Log nothing for a page."""

    def scraped(self, *args: Any, **kwargs: Any) -> None:  # type: ignore[override]  # None is documented
        """Log nothing for an item."""

    def dropped(self, item: Any, *args: Any, **kwargs: Any) -> LogFormatterResult | None:  # type: ignore[override]  # None is documented
        """Log nothing for an item of the audit: it is stored, and dropped for what others miss."""
        return (
            None if isinstance(item, Row | EntryBatch) else super().dropped(item, *args, **kwargs)
        )
