"""Scrapy's stats without its look for a deprecated argument at each of ten calls a page."""

from __future__ import annotations

from scrapy.statscollectors import MemoryStatsCollector


class QuickStatsCollector(MemoryStatsCollector):
    """Scrapy's default; an attribute of it is had in no special way."""

    __getattribute__ = object.__getattribute__
