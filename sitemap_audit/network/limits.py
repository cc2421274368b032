"""What an audit may ask of hosts, as settings of Scrapy; several processes share it.

The process that leads fetches sitemaps and robots.txt, its workers the pages; a host must not
notice how many they are.
"""

from __future__ import annotations

import os
from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scrapy.crawler import Crawler
    from scrapy.settings import BaseSettings

    from sitemap_audit.options import Options

HAS_HELPERS = os.name == "posix"
"Whether processes can be given a channel and a lock."
_COUNTS = ("CONCURRENT_REQUESTS", "CONCURRENT_REQUESTS_PER_DOMAIN", "CONCURRENT_REQUESTS_PER_IP")


def apply(options: Options, crawler: Crawler) -> None:
    """Make settings of the options that Scrapy has any for; what is set by ``-s`` wins."""
    for name, value in options.settings.items():
        crawler.settings.set(name, value, priority="spider")


def workers(options: Options) -> int:
    """How many processes may fetch pages: each of them, and the leading one, asks one at least."""
    if not HAS_HELPERS:
        return 1
    return min(options.workers, max(1, options.concurrency - 1))


def sharers(options: Options) -> int:
    """How many processes ask hosts: this one, and its workers."""
    count = workers(options)
    return 1 if count == 1 else count + 1


def share(options: Options, workers: int, *, leads: bool = False) -> Options:
    """The options of one of several processes, so that all together keep to ``options``.

    Args:
        leads: of the one that leads; else of a worker.
    """
    return replace(
        options,
        concurrency=_part(options.concurrency, workers, leads=leads),
        delay=options.delay * (workers + 1),
        max_rate=options.max_rate and options.max_rate / (workers + 1),
    )


def share_settings(settings: BaseSettings, workers: int, *, leads: bool = False) -> None:
    """The same for Scrapy's settings, whoever made them."""
    for name in _COUNTS:
        if count := settings.getint(name):
            settings.set(name, _part(count, workers, leads=leads), priority="cmdline")
    delay = settings.getfloat("DOWNLOAD_DELAY") * (workers + 1)
    settings.set("DOWNLOAD_DELAY", delay, priority="cmdline")


def _part(count: int, workers: int, *, leads: bool) -> int:
    return 1 if leads else max(1, (count - 1) // workers)
