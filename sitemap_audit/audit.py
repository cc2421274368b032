"""One audit: its folder, what it was asked, what it collects, and how it ended."""

from __future__ import annotations

import json
import re
import shutil
import sqlite3
from collections import defaultdict
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from sitemap_audit import __version__
from sitemap_audit.config import OPTIONS, Options
from sitemap_audit.errors import UsageError
from sitemap_audit.frontier import Frontier, PageTarget, Pointer, sitemap_target
from sitemap_audit.parsing import urls
from sitemap_audit.parts import Writer
from sitemap_audit.records import FoundBy, Robots, Role
from sitemap_audit.store import Store
from sitemap_audit.targets import Target, read_targets

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rich.console import RenderableType
    from scrapy.crawler import Crawler

RUN_FILE = "run.json"
LOG_FILE = "audit.log"
RUNNING = "running"
FINISHED = "finished"


class Audit:
    """An audit while it is being made."""

    def __init__(self, folder: Path, options: Options, targets: Sequence[Target]) -> None:
        self.folder = folder
        self.options = options
        self.targets = list(targets)
        self.started_at = datetime.now(UTC)
        self.reason = RUNNING
        self.faults: list[str] = []
        "Sentences: why the audit is not complete."
        self.own_errors = 0
        "Pages and sitemaps that an error of ours kept from being read."
        self.write_error: Exception | None = None
        "The disk is full, or cannot be written: the crawl ends."
        self.gone: set[str] = set()
        "Origins of the sites audited that failed until the end."
        self.answering: set[str] = set()
        "Origins of listed pages that answered with content."
        self.known_robots: dict[str, tuple[Robots, bytes]] = {}
        "By origin: what an earlier run of this audit has read."
        self.summary: RenderableType | None = None
        "What a person wants to know, once it is judged."
        self.writer = Writer(folder)
        self.frontier = Frontier(
            folder / ".frontier.sqlite", max_urls=options.max_urls, follow=options.follow
        )
        self.spool = folder / ".spool"
        self.spool.mkdir(exist_ok=True)

    def begin(self) -> None:
        """Leave word that the audit runs: until it has ended well, it is not complete.

        Raises:
            OSError: the folder cannot be written.
        """
        write_run(self.folder, self.run)

    def end(self, reason: str) -> dict[str, Any]:
        """Note how the crawl ended, and leave nothing but the stored audit behind."""
        counts = self.frontier.counts
        self.reason = reason
        if reason != FINISHED:
            self.faults.insert(0, _WHY.get(reason, f"The crawl was stopped: {reason}."))
        self.faults += [f"{origin} did not answer any more at the end." for origin in self.gone]
        if self.own_errors:
            self.faults.append(
                f"An error of ours kept {self.own_errors:,} pages or sitemaps from being read;"
                f" {LOG_FILE} has it."
            )
        if deep := self.frontier.too_deep:
            self.faults.append(
                f"{len(deep):,} sitemaps lie too deep, or behind too many redirects, to be read,"
                f" among them {deep[0]}."
            )
        waiting = counts.pages_waiting + counts.pages_in_flight
        if waiting and reason != FINISHED:
            self.faults.append(f"{waiting:,} pages were still to be fetched.")
        run = self.run
        self.frontier.close()
        shutil.rmtree(self.spool, ignore_errors=True)
        return run

    @property
    def run(self) -> dict[str, Any]:
        """The record of the run, as run.json begins with it."""
        ended = self.reason != RUNNING
        return {
            "version": __version__,
            "sites": [target.url for target in self.targets],
            "token": self.options.robots_token,
            "started_at": self.started_at.isoformat(timespec="seconds"),
            "finished_at": datetime.now(UTC).isoformat(timespec="seconds") if ended else None,
            "reason": self.reason,
            "complete": self.reason == FINISHED and not self.faults,
            "incomplete_because": self.faults if ended else ["The audit has not ended."],
            "limit_reached": self.frontier.limit_reached,
            "options": {
                name: str(value) if isinstance(value, Path) else value
                for name, value in asdict(self.options).items()
            },
        }


_WHY = {
    "shutdown": "The audit was stopped before its end.",
    "cancelled": "The audit was stopped before its end.",
    "start_error": f"An error of ours ended the crawl; {LOG_FILE} has it.",
}


def audit_of(crawler: Crawler) -> Audit:
    """The audit that a crawler's spider makes."""
    audit: Audit = crawler.spider.audit  # type: ignore[union-attr]  # set by SitemapSpider
    return audit


def create(options: Options, targets: Sequence[Target]) -> Audit:
    """Begin an audit in a folder of its own below ``options.output``.

    Raises:
        UsageError: the folder cannot be made.
    """
    hosts = list(dict.fromkeys(urlsplit(target.url).netloc for target in targets))
    name = re.sub(r"[^\w.-]", "_", hosts[0]).strip(".") + (
        f"+{len(hosts) - 1}" if len(hosts) > 1 else ""
    )
    started = datetime.now(UTC).strftime("%Y-%m-%dT%H-%M-%SZ")
    try:
        audit = Audit(_new_folder(options.output / name, started), options, targets)
        audit.begin()
    except (OSError, sqlite3.Error) as error:
        raise UsageError(
            f"{options.output} cannot be written to: {error}. Choose another folder by -o."
        ) from None
    return audit


def _new_folder(parent: Path, name: str) -> Path:
    parent.mkdir(parents=True, exist_ok=True)
    number = 1
    while True:
        folder = parent / (name if number == 1 else f"{name}-{number}")
        try:
            folder.mkdir()
        except FileExistsError:
            number += 1
        else:
            return folder


def resume(folder: Path) -> Audit:
    """Take up a stored audit where it ended.

    Raises:
        UsageError: there is no audit in the folder.
    """
    run = read_run(folder)
    known = {name: value for name, value in run["options"].items() if name in OPTIONS}
    options = Options(**{name: option.read(known.get(name)) for name, option in OPTIONS.items()})
    audit = Audit(folder, options, read_targets(run["sites"]))
    audit.started_at = datetime.fromisoformat(run["started_at"])
    with Store(folder) as store:
        _restore(audit.frontier, store)
        audit.known_robots = dict(_robots(store))
        audit.answering = {origin for (origin,) in store.stream(_ANSWERING)}
    audit.begin()
    return audit


def _robots(store: Store) -> Iterator[tuple[str, tuple[Robots, bytes]]]:
    """Each robots.txt that was read, its body put together from its lines."""
    lines = "SELECT origin, field, value FROM robots_lines ORDER BY origin, number"
    bodies: dict[str, list[str]] = defaultdict(list)
    for origin, field, value in store.stream(lines):
        bodies[origin].append(f"{field}: {value}" if field else value)
    for row in store.stream("SELECT * FROM robots WHERE policy <> 'disallow-all'"):
        robots = Robots(*row)
        yield robots.origin, (robots, "\n".join(bodies[robots.origin]).encode())


_ANSWERING = """SELECT DISTINCT REGEXP_EXTRACT(url, '^https?://[^/]+')
FROM pages WHERE role = 'listed' AND status = 200"""
_AGAIN = "'dns', 'refused', 'unreachable', 'timeout', 'reset', 'truncated', 'robots-unreachable'"
"What a later try may answer."
_DONE = f"(error IS NULL OR error NOT IN ({_AGAIN}))"
_DONE_PAGE = f"""{_DONE} AND role NOT IN ('home', 'probe')
AND (status IS NULL OR status < 500 OR first_status IS NOT NULL OR first_error IS NOT NULL)"""
"""The home page leads to sitemaps, and is asked again; so is what failed and had no second try."""


def _restore(frontier: Frontier, store: Store) -> None:
    """What is done is not asked for again; what it lists and points to is."""
    frontier.restore_sitemaps(store.stream(f"SELECT url, url_key FROM sitemaps WHERE {_DONE}"))
    frontier.restore_pages(
        store.stream(f"SELECT url, url_key, requested, role FROM pages WHERE {_DONE_PAGE}")
    )
    for url, found_in, depth in store.stream(
        "SELECT e.url, e.sitemap_url, s.depth FROM entries e JOIN sitemaps s ON s.id = e.sitemap_id"
        " WHERE e.kind = 'sitemap' AND e.url IS NOT NULL"
    ):
        frontier.add_sitemap(sitemap_target(url, FoundBy.INDEX, found_in, depth + 1))
    frontier.list_pages(
        (url, key, urls.wire(loc))
        for url, key, loc in store.stream(
            "SELECT url, url_key, loc FROM entries WHERE kind = 'url' AND url IS NOT NULL"
            " ORDER BY sitemap_id, position"
        )
    )
    for table, role in _POINTERS.items():
        pointed = f"SELECT url_key, {role}, {role}_key FROM {table} WHERE {role} IS NOT NULL"
        frontier.point(
            Pointer(source, url, key, role) for source, url, key in store.stream(pointed)
        )
    for url, target, _, _, hops in _redirects(store, "pages", "role", "0"):
        frontier.redirect(
            PageTarget(url, urls.key(url), url, Role.REDIRECT, hops - 1), target, urls.key(target)
        )
    for url, target, found_by, depth, hops in _redirects(store, "sitemaps", "found_by", "depth"):
        how = found_by if found_by == FoundBy.GUESS else FoundBy.REDIRECT
        frontier.add_sitemap(sitemap_target(target, how, url, depth)._replace(hops=hops))


def _redirects(
    store: Store, table: str, kind: str, depth: str
) -> Iterator[tuple[str, str, str, int, int]]:
    """What redirects, in the order it was fetched: URL, target, kind, depth, hops to the target."""
    hops: dict[str, int] = {}
    for url, target, how, level in store.stream(
        f"SELECT url, redirect_url, {kind}, {depth} FROM {table}"
        " WHERE redirect_url IS NOT NULL ORDER BY id"
    ):
        hops.setdefault(target, hops.get(url, 0) + 1)
        yield url, target, how, level, hops[target]


_POINTERS = {
    "entry_alternates": Role.ALTERNATE,
    "page_alternates": Role.ALTERNATE,
    "page_canonicals": Role.CANONICAL,
}


def read_run(folder: Path) -> dict[str, Any]:
    """The record of a stored audit.

    Raises:
        UsageError: there is none in the folder.
    """
    try:
        run: dict[str, Any] = json.loads((folder / RUN_FILE).read_text("utf-8"))
        datetime.fromisoformat(run["started_at"])
        if not all(isinstance(run[name], kind) for name, kind in _RECORD.items()):
            raise TypeError
    except FileNotFoundError:
        raise UsageError(
            f"{folder} holds no audit: it has no {RUN_FILE}. Give the folder of one audit, such as"
            " reports/www.example.com/2026-01-31T12-00-00Z."
        ) from None
    except (KeyError, TypeError, AttributeError):
        raise UsageError(f"{folder / RUN_FILE} is not the record of an audit.") from None
    except (OSError, ValueError) as error:
        raise UsageError(f"{folder / RUN_FILE} cannot be read: {error}.") from None
    return run


_RECORD = {"sites": list, "options": dict, "complete": bool, "incomplete_because": list}
"What the record of an audit holds at least."


def stored_run(folder: Path) -> dict[str, Any]:
    """The record of an audit whose data are there to be judged or reported again.

    Raises:
        UsageError: there is no audit in the folder, or only its reports.
    """
    run = read_run(folder)
    if not (folder / "data").is_dir():
        raise UsageError(
            f"{folder} holds the reports of an audit, but not its data/: they cannot be made again."
        )
    return run


def write_run(folder: Path, run: dict[str, Any]) -> None:
    """Write run.json, whole or not at all."""
    unfinished = folder / f".{RUN_FILE}.unfinished"
    unfinished.write_text(json.dumps(run, indent=2, ensure_ascii=False) + "\n", "utf-8")
    unfinished.replace(folder / RUN_FILE)
