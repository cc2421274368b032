"""Restore the loop of a crawl: by the tables of a stored audit, or by the targets of a slice."""

from __future__ import annotations

import sqlite3
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from sitemap_audit.crawl.resume import write_error
from sitemap_audit.crawl.slice import read_targets
from sitemap_audit.crawl.stored_robots import restore_policies
from sitemap_audit.frontier.restore import count_done, done_pages, restore
from sitemap_audit.frontier.url_records import PageAssertion
from sitemap_audit.items import TABLES
from sitemap_audit.machine.clock import clock
from sitemap_audit.middlewares.host_throttle import WAIT_FOR_FIRST
from sitemap_audit.parsing import urls
from sitemap_audit.steps import step
from sitemap_audit.storage.parts import IMPORTED, PartList

if TYPE_CHECKING:
    from sitemap_audit.crawl.crawl import Crawl
    from sitemap_audit.crawl.loop import CrawlLoop
    from sitemap_audit.crawl.run import AuditRun
    from sitemap_audit.crawl.slice import Slice
    from sitemap_audit.run_record import RunRecord
    from sitemap_audit.storage import Store

_ROBOTS = ("robots", "robots_lines")
_FRESH = timedelta(hours=24)
"How long a crawler may use a robots.txt (RFC 9309, 2.4)."


def restore_loop(loop: CrawlLoop, crawl: Crawl) -> None:
    """Restore the loop from the stored audit, and write run.json.

    Raises:
        UsageError: the folder cannot be written.
    """
    from sitemap_audit.storage.duckdb import WRITE_ERRORS, DuckDBStore  # late: it takes memory

    run, before = crawl.run, crawl.run.before
    assert before is not None
    traffic = crawl.queue.throttle.traffic
    traffic.restore(before.traffic)
    run.traffic = traffic.record()
    try:
        _restore_parts(run, before)
        with DuckDBStore(run.folder) as store:
            restore_policies(crawl, store)
            restore(loop.frontier, store, run.options, run.selection, crawl.assertion_tables)
            run.done_before = count_done(store)
            loop.restore_questions(store)
            latest: datetime = store.value(step("resume/latest_page")) or run.started_at
            clock.not_before(latest)
            _warn_of_old_robots(run, store)
            run.seconds_before = _seconds_worked(before, latest)
        run.begin()
    except (*WRITE_ERRORS, sqlite3.Error) as error:
        run.release()
        raise write_error(run.place, error) from None


def fill_loop(loop: CrawlLoop, crawl: Crawl, part: Slice) -> None:
    """Add the pages of a slice to the loop, without those that an earlier attempt has fetched.

    Raises:
        OSError: a file cannot be read or written.
    """
    from sitemap_audit.storage.duckdb import DuckDBStore  # late: it takes memory

    for host, seconds in part.waited.items():
        traffic = crawl.queue.throttle.traffic.host(host)
        traffic.waited, traffic.is_usable = seconds, seconds > WAIT_FOR_FIRST
    targets = part.name.targets(part.audit.folder)
    origins = {urls.origin(target.url) for target in read_targets(targets)}
    spool = crawl.run.spool / "audit"
    with DuckDBStore(part.audit.folder, tables=_ROBOTS, scratch=spool) as store:
        restore_policies(crawl, store, part.since, origins)
    with DuckDBStore(crawl.run.folder, tables=("pages", *_ROBOTS)) as store:
        restore_policies(crawl, store, part.since, origins)
        loop.frontier.add_known(done_pages(store))
    loop.frontier.add_assertions(
        PageAssertion(target.key, what)
        for target in read_targets(targets)
        for what in target.assertions
    )
    loop.frontier.add_targets(read_targets(targets))


def _warn_of_old_robots(run: AuditRun, store: Store) -> None:
    """Say that a robots.txt is obeyed as it was when the audit began, if that is long ago."""
    received: datetime | None = store.value(step("resume/first_robots"))
    if received is None or clock.now() - received < _FRESH or not run.options.obey_robots:
        return
    sentence = (
        f"robots.txt is obeyed as received on {received:%Y-%m-%d}. If it may have changed, audit"
        " again instead of resuming."
    )
    if sentence not in run.warnings:
        run.add_warning(sentence)


def _restore_parts(run: AuditRun, before: RunRecord) -> None:
    """Set damaged parts of the stored audit aside, so that their rows are fetched again."""
    parts = PartList(run.folder)
    damages = parts.damages(before, TABLES)
    parts.set_aside(damages)
    imported = [damage for damage in damages if damage.table in IMPORTED]
    if not imported:
        run.imports = before.imports
    else:
        is_named = run.options.imports or run.options.search_console
        told, how = parts.describe(imported), "are" if is_named else "must be"
        run.add_warning(f"{told}: the files {how} imported again.")
    if crawled := [damage for damage in damages if damage.table not in IMPORTED]:
        run.add_warning(f"{parts.describe(crawled)}: the missing rows are crawled again.")


def _seconds_worked(record: RunRecord, latest: datetime) -> float:
    """Return the duration of earlier runs in seconds; of a killed one until its last response."""
    seconds = record.seconds_worked
    if since := record.running_since:
        seconds += max(0.0, (latest - since).total_seconds())
    return seconds
