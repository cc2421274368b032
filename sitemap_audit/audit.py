"""One audit: its folder, what it was asked, what it collects, and how it ended."""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
import time
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from sitemap_audit import __version__
from sitemap_audit.analysis.selection import choose
from sitemap_audit.crawling.frontier import Frontier
from sitemap_audit.crawling.local import keep
from sitemap_audit.crawling.sought import sought_by
from sitemap_audit.errors import UsageError
from sitemap_audit.machine.lock import take_lock
from sitemap_audit.machine.resources import no_handle
from sitemap_audit.network.credentials import read_credentials
from sitemap_audit.network.mapping import read_host_map
from sitemap_audit.network.traffic import Traffic
from sitemap_audit.parts import Writer, next_first
from sitemap_audit.rendering.installed import require_browser
from sitemap_audit.run_record import write_run

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from rich.console import RenderableType
    from scrapy.crawler import Crawler

    from sitemap_audit.crawling.local import LocalFile
    from sitemap_audit.crawling.loops import Redirect
    from sitemap_audit.crawling.targets import Target
    from sitemap_audit.network.turns import Turns
    from sitemap_audit.options import Options
    from sitemap_audit.records import Robots

RUNNING = "running"
FINISHED = "finished"


class Audit:
    """An audit while it is being made."""

    def __init__(
        self,
        folder: Path,
        options: Options,
        targets: Sequence[Target],
        *,
        job: str | None = None,
    ) -> None:
        self.seeks = sought_by(choose(options)) if options.pages else frozenset()
        "Tables of what is looked for in listed pages."
        self.folder = folder
        self.lock = take_lock(folder)
        "Held until the last process that works for the audit has ended."
        self.job = job
        "What a scheduler, such as Scrapyd, calls it."
        self.options = options
        self.targets = list(targets)
        self.started_at = self.running_since = datetime.now(UTC)
        self._began = time.monotonic()
        self.worked_before = 0.0
        "Seconds that earlier runs of this audit took."
        self.done_before: dict[str, int] = {}
        "Sitemaps and pages that earlier runs have fetched."
        self.reason = RUNNING
        self.faults: list[str] = []
        "Sentences: why the audit is not complete."
        self.own_errors = 0
        "Pages and sitemaps that an error of ours kept from being read."
        self.write_error: Exception | None = None
        "The disk is full or cannot be written, or no file handle is left: the crawl ends."
        self.broken: str | None = None
        "What else keeps the crawl from going on."
        self.gone: set[str] = set()
        "Origins of the sites audited that failed until the end."
        self.answering: set[str] = set()
        "Origins of listed pages that answered with content."
        self.redirects_before: list[Redirect] = []
        "Those that earlier runs have met."
        self.credentials = read_credentials(options)
        self.turns: Turns
        "Who says when a request may be made; there while the crawl runs."
        self.traffic = Traffic()
        "What was done to each host."
        self.known_robots: dict[str, tuple[Robots, bytes]] = {}
        "By origin: what an earlier run of this audit has read."
        self.record: dict[str, Any] | None = None
        "What run.json says, once the crawl has ended."
        self.undelivered: list[str] = []
        "Sentences: which reports and notices did not arrive where they were to go."
        self.summary: RenderableType | None = None
        "What a person wants to know, once it is judged."
        self.writer = Writer(folder)
        self._last_first = self.writer.first
        self.frontier = Frontier(
            folder / ".frontier.sqlite",
            max_urls=options.max_urls,
            follow=options.follow,
            pages=options.pages,
        )
        self.spool = folder / ".spool"
        self.spool.mkdir(exist_ok=True)

    @property
    def stop_because(self) -> str | None:
        """Why the crawl cannot go on, if it cannot."""
        if self.write_error is None:
            return self.broken
        return no_handle(self.write_error) or f"cannot write: {self.write_error}"

    def next_first(self) -> int:
        """The first number for the writer of another process."""
        self._last_first = next_first(self.folder, self._last_first)
        return self._last_first

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
                " the log has it."
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

    def release(self) -> None:
        """Let others into the folder."""
        os.close(self.lock)

    @property
    def run(self) -> dict[str, Any]:
        """The record of the run, as run.json begins with it."""
        ended = self.reason != RUNNING
        return {
            "version": __version__,
            "job": self.job,
            "sites": [target.url for target in self.targets],
            "token": self.options.robots_token,
            "started_at": self.started_at.isoformat(timespec="seconds"),
            "finished_at": datetime.now(UTC).isoformat(timespec="seconds") if ended else None,
            "running_since": None if ended else self.running_since.isoformat(),
            "seconds_worked": round(self.worked_before + time.monotonic() - self._began, 1),
            "reason": self.reason,
            "complete": self.reason == FINISHED and not self.faults,
            "incomplete_because": self.faults if ended else ["The audit has not ended."],
            "limit_reached": self.frontier.limit_reached,
            "asks_pages": self.options.pages,
            "traffic": self.traffic.record(),
            "options": self.options.record,
        }


_WHY = {
    "shutdown": "The audit was stopped before its end.",
    "cancelled": "The audit was stopped before its end.",
    "start_error": "An error of ours ended the crawl; the log has it.",
}


def audit_of(crawler: Crawler) -> Audit:
    """The audit that a crawler's spider makes."""
    audit: Audit = crawler.spider.audit  # type: ignore[union-attr]  # set by SitemapSpider
    return audit


def create(
    options: Options,
    targets: Sequence[Target],
    *,
    files: Sequence[LocalFile] = (),
    job: str | None = None,
) -> Audit:
    """Begin an audit in a folder of its own below ``options.output``.

    Args:
        files: those that stand for some of the targets, or for what these list.
        job: what a scheduler calls it; the folder's name ends with it.

    Raises:
        UsageError: the folder cannot be made, or what rendering needs is missing.
    """
    require_browser(options)
    read_host_map(options)
    hosts = list(dict.fromkeys(urlsplit(target.url).netloc for target in targets))
    name = _file_name(hosts[0]) + (f"+{len(hosts) - 1}" if len(hosts) > 1 else "")
    started = datetime.now(UTC).strftime("%Y-%m-%dT%H-%M-%SZ")
    if job:
        started += f"_{_file_name(job)}"
    try:
        audit = Audit(_new_folder(options.output / name, started), options, targets, job=job)
        keep(files, audit.folder)
        audit.begin()
    except (OSError, sqlite3.Error) as error:
        why = getattr(error, "strerror", None) or error
        raise UsageError(
            f"{options.output} cannot be written to: {why}. Choose another folder by -o."
        ) from None
    return audit


def _file_name(text: str) -> str:
    return re.sub(r"[^\w.-]", "_", text)[:100].strip(".")


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
