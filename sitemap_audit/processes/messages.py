"""What the processes of an audit tell each other."""

from __future__ import annotations

import traceback
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from datetime import datetime
    from pathlib import Path

    from scrapy.settings import Settings

    from sitemap_audit.crawling.offers import Answer, PageTarget
    from sitemap_audit.crawling.sitemap_readings import FetchedSitemap
    from sitemap_audit.crawling.targets import Target
    from sitemap_audit.items import Robots
    from sitemap_audit.network.fetches import NotFetched, Stopped
    from sitemap_audit.network.turns import Answered
    from sitemap_audit.options import Options


class Begin(NamedTuple):
    """The first message to a process."""

    folder: Path
    first: int
    "First of the numbers that it alone uses."
    now: datetime
    "Later than any moment that was noted."


class FetchPages(NamedTuple):
    """To a worker, behind Begin: how it is to fetch."""

    options: Options
    settings: Settings
    spool: Path
    targets: list[Target]
    "What is audited."


class Known(NamedTuple):
    """To a worker: a robots.txt that need not be fetched."""

    robots: Robots
    body: bytes


class Pages(NamedTuple):
    """To a worker: pages to fetch."""

    targets: list[PageTarget]


class Stop(NamedTuple):
    """To a worker: end what is under way, write what was read, and end."""


class Answers(NamedTuple):
    """From a worker: what became of pages. Their records are kept, should it die now."""

    answers: list[Answer]


class TurnsAsked(NamedTuple):
    """From a worker: the hosts that it wants to ask, and how those answered that it asked."""

    asked: list[str]
    ended: list[tuple[str, Answered | None]]


class Turn(NamedTuple):
    """The turn of a request to a host."""

    host: str
    refusal: Stopped | NotFetched | None
    "Why it never comes; None where it has come."


class TurnsGiven(NamedTuple):
    """To a worker: turns in the order in which they were asked for of each host."""

    turns: list[Turn]


class Ready(NamedTuple):
    """From a reader of pages, once: it can read."""


class Sitemap(NamedTuple):
    """To a reader: a sitemap to read."""

    fetched: FetchedSitemap
    spool: Path


class Done(NamedTuple):
    """From a reader: the sitemap is read and stored."""


class Broken(NamedTuple):
    """From any: what keeps it from going on."""

    trace: str
    "For the log."
    write_error: OSError | None
    "Where the disk is full, or cannot be written."


def broken(error: Exception) -> Broken:
    """What is told of an exception that ends the work."""
    # Not itself: aiohttp's hold what cannot be pickled.
    write_error = OSError(error.errno, error.strerror) if isinstance(error, OSError) else None
    return Broken("".join(traceback.format_exception(error)), write_error)
