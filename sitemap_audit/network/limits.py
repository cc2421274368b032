"""What an audit may ask of hosts, as settings of Scrapy, and how many processes that is work for.

A host must not notice how many they are: each request of any of them waits for its turn with the
one that leads (see :mod:`sitemap_audit.processes.turns`).
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from sitemap_audit.machine.resources import processors

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scrapy.crawler import Crawler
    from scrapy.settings import Settings

    from sitemap_audit.options import Options

_OF_A_HOST = "CONCURRENT_REQUESTS_PER_DOMAIN"
HAS_HELPERS = os.name == "posix"
"Whether processes can be given a channel and a lock."


def apply(options: Options, crawler: Crawler) -> None:
    """Make settings of the options that Scrapy has any for; what is set by ``-s`` wins."""
    for name, value in options.settings.items():
        crawler.settings.set(name, value, priority="spider")
    at_once = crawler.settings.getint(_OF_A_HOST)
    crawler.settings.set(_OF_A_HOST, max(at_once, 1), priority="cmdline")  # none would never end


def workers(options: Options, hosts: int) -> int:
    """How many processes fetch pages: no more than there are requests at once.

    Args:
        hosts: that are audited.
    """
    return min(options.workers or 1, options.concurrency * hosts) if HAS_HELPERS else 1


def may_read_apart(options: Options) -> bool:
    """Whether a process besides the one that fetches may read its small pages."""
    return options.workers is None and HAS_HELPERS and processors() > 1


def on_workers(options: Options, hosts: int) -> Iterator[str]:
    """What is to be said of the number of workers that was asked for, in sentences."""
    asked, used, cores = options.workers or 1, workers(options, hosts), processors()
    if used < asked:
        yield (
            f"{used} of {asked} workers were used: --concurrency {options.concurrency}"
            " allows no more requests at once."
        )
    if used > cores:
        yield (
            f"{used} workers shared {cores} processor{'' if cores == 1 else 's'}, which is what"
            " this machine or container has; more workers take memory and bring no speed."
        )


def share(settings: Settings, workers: int) -> Settings:
    """The settings of each worker: all of them together hold as many requests as one process."""
    shared = settings.copy()
    each = -(-settings.getint("CONCURRENT_REQUESTS") // workers)
    shared.set("CONCURRENT_REQUESTS", each, priority="cmdline")
    # The delay is kept by the one that leads, which gives the turns.
    shared.set("DOWNLOAD_DELAY", 0, priority="cmdline")
    return shared
