"""What a process that works for an audit has at hand, be it the only one or one of several."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from scrapy.crawler import Crawler

    from sitemap_audit.crawling.targets import Target
    from sitemap_audit.items import Robots
    from sitemap_audit.network.credentials import Credentials
    from sitemap_audit.network.traffic import Traffic
    from sitemap_audit.network.turns import Turns
    from sitemap_audit.options import Options
    from sitemap_audit.storage.writer import Writer


class Workplace(Protocol):
    """Where pages are fetched, read and stored."""

    folder: Path
    options: Options
    writer: Writer
    spool: Path
    "Folder for bodies that come in as files."
    known_robots: dict[str, tuple[Robots, bytes]]
    "By origin: what need not be fetched."
    write_error: Exception | None
    "The disk is full, or cannot be written: the crawl ends."
    targets: list[Target]
    credentials: Credentials
    turns: Turns
    "Who says when a request may be made."


class LeadingPlace(Workplace, Protocol):
    """Where, besides, is known what concerns the audit as a whole."""

    traffic: Traffic
    "What was done to each host."
    faults: list[str]
    "Sentences: why the audit is not complete."


@dataclass(slots=True)
class Desk:
    """The workplace of a process that fetches pages for another."""

    folder: Path
    options: Options
    writer: Writer
    spool: Path
    targets: list[Target]
    credentials: Credentials
    turns: Turns = field(init=False)
    known_robots: dict[str, tuple[Robots, bytes]] = field(default_factory=dict)
    write_error: Exception | None = None


def robots_body(lines: Iterable[tuple[str | None, str]]) -> bytes:
    """A robots.txt from the fields and values that were read of it; it says the same."""
    return "\n".join(f"{field}: {value}" if field else value for field, value in lines).encode()


def workplace_of(crawler: Crawler) -> Workplace:
    """The workplace of a crawler's spider."""
    place: Workplace = crawler.spider.audit  # type: ignore[union-attr]  # set by its spider
    return place
