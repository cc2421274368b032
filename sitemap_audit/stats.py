"""Scrapy's stats, without its check for a deprecated argument at each of ten calls a page."""

from __future__ import annotations

from scrapy.statscollectors import MemoryStatsCollector


class QuickStatsCollector(MemoryStatsCollector):
    """Scrapy's default collector; its methods are not wrapped to warn of a ``spider`` argument."""

    __getattribute__ = object.__getattribute__
