"""Scrapy's stats collector without its deprecation check, which runs ten times per page."""

from __future__ import annotations

from scrapy.statscollectors import MemoryStatsCollector


class QuickStatsCollector(MemoryStatsCollector):
    """MemoryStatsCollector that does not wrap methods to warn of a ``spider`` argument."""

    __getattribute__ = object.__getattribute__
