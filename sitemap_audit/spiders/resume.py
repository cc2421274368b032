"""A stored audit taken up again: what it holds says what is done, what it names what is left."""

from __future__ import annotations

import sqlite3
from datetime import datetime
from itertools import groupby
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from sitemap_audit.delivery.delivering import read_delivery
from sitemap_audit.errors import UsageError
from sitemap_audit.frontier.restore import count_done, redirects, restore
from sitemap_audit.handlers.addresses import guard_of
from sitemap_audit.items import TABLES, Robots, RobotsLine
from sitemap_audit.machine.clock import clock
from sitemap_audit.middlewares.robots import tokens_of
from sitemap_audit.middlewares.robots_policies import RobotsPolicy
from sitemap_audit.options.sources import read_again
from sitemap_audit.parsing.addresses import is_public, read_address
from sitemap_audit.parsing.robots import RobotsRules, RobotsText
from sitemap_audit.spiders.inputs import targets_of
from sitemap_audit.spiders.run import AuditRun
from sitemap_audit.storage.parts import PartList
from sitemap_audit.storage.run_record import read_run

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping
    from pathlib import Path

    from sitemap_audit.spiders.sitemap import SitemapSpider
    from sitemap_audit.storage import Store

ANEW = {"publish", "notify", "notify_on", "mail_server", "mail_from", "max_wait"}
"""Options that may be given again when an audit is taken up: what is a secret is not stored, and a
host that was given up may be waited for longer."""


def resume(
    folder: Path, given: Mapping[str, Any] | None = None, *, job: str | None = None
) -> AuditRun:
    """Take up a stored audit where it ended.

    Args:
        given: options that are others now, by name: of those in ANEW, or Scrapy's settings say so.
        job: what a scheduler calls this run of it.

    Raises:
        UsageError: there is no audit or no room in the folder, an option that cannot be used, or
            what rendering needs is missing.
    """
    from sitemap_audit.spiders.preparing import check_requirements

    record = read_run(folder)
    options = read_again(record["options"], given or {})
    check_requirements(options)
    read_delivery(options)  # what cannot be delivered is said now, not after the crawl
    try:
        run = AuditRun(folder, options, targets_of(record), job=job)
    except OSError as error:
        raise _no_room(folder, error) from None
    run.is_resumed = True
    run.id = record.get("id")
    run.started_at = datetime.fromisoformat(record["started_at"])
    run.told = record.get("told", [])
    run.private_addresses = _private_addresses(record)
    run.before = record
    return run


def restore_plan(spider: SitemapSpider) -> None:
    """Take from the folder what has been done, and leave word that the audit runs again.

    Raises:
        UsageError: the folder cannot be written.
    """
    from sitemap_audit.storage.duckdb import WRITE_ERRORS, DuckDBStore  # late: it takes memory

    run, plan = spider.run, spider.plan
    assert run is not None
    assert plan is not None
    plan.queue.throttle.traffic.restore(run.before.get("traffic") or {})
    run.traffic = plan.queue.throttle.traffic.record()
    try:
        _restore_parts(run)
        with DuckDBStore(run.folder) as store:
            restore(plan.frontier, store, run.options, spider.assertion_tables)
            for origin, policy in _policies(store, tokens_of(run.options)):
                plan.queue.learn(origin, policy)
            run.done_before = count_done(store)
            plan.loops.restore_redirects_met(redirects(store))
            latest: datetime = store.value(_LATEST) or run.started_at
            clock.not_before(latest)
            run.worked_before = _worked(run.before, latest)
            plan.last_round.answering = {origin for (origin,) in store.stream(_ANSWERING)}
            unknown = guard_of(spider.crawler.settings).unknown
            plan.first_contact.public_before = _public(run, store, unknown)
        run.begin()
    except (*WRITE_ERRORS, sqlite3.Error) as error:
        run.release()
        raise _no_room(run.folder, error) from None


def _private_addresses(record: Mapping[str, Any]) -> dict[str, list[str] | None]:
    """By host: what is stored of its private IP addresses, as far as it can be read."""
    kept = record.get("private_addresses")
    if not isinstance(kept, dict):
        return {}
    return {
        host: [str(each) for each in found] if isinstance(found, list) else None
        for host, found in kept.items()
    }


def _public(run: AuditRun, store: Store, unknown: Collection[str]) -> set[str]:
    """Hosts that were public when the audit began, of those whose IP addresses are not known.

    What responded without being known was public: a private one would have been refused. Audits of
    before that was stored have the IP address that each page came from.
    """
    if not unknown:
        return set()
    if run.private_addresses:
        return set(unknown) if store.value(_RESPONDED) else set()
    addresses = ((host.strip("[]"), read_address(text)) for host, text in store.stream(_ADDRESSES))
    return {host for host, address in addresses if address is not None and is_public(address)}


def _restore_parts(run: AuditRun) -> None:
    """Set aside what of the stored audit is lost or replaced, so that it is fetched again."""
    parts = PartList(run.folder)
    damages = parts.damages(run.before, TABLES)
    parts.set_aside(damages)
    if damages:
        faults = "; ".join(damage.sentence for damage in damages)
        run.tell(f"{faults}: the missing rows are crawled again.")


def _no_room(folder: Path, error: Exception) -> UsageError:
    return UsageError(
        f"Cannot write to {folder}: {error}. Free some disk space and resume it again."
    )


def _worked(record: Mapping[str, Any], latest: datetime) -> float:
    """Seconds that earlier runs took; of one that was killed, those until its latest response."""
    seconds: float = record.get("seconds_worked", 0.0)
    if since := record.get("running_since"):
        seconds += max(0.0, (latest - datetime.fromisoformat(since)).total_seconds())
    return seconds


def _policies(store: Store, tokens: set[str]) -> Iterator[tuple[str, RobotsPolicy]]:
    """Each robots.txt that was read."""
    records = (Robots(*row) for row in store.stream(_ROBOTS))
    rows = (RobotsLine(*row) for row in store.stream(_ROBOTS_LINES))
    lines = groupby(rows, key=attrgetter("origin"))
    next_lines = next(lines, None)
    for robots in records:
        of_robots: Iterable[RobotsLine] = ()
        if next_lines is not None and next_lines[0] == robots.origin:
            of_robots = list(next_lines[1])
            next_lines = next(lines, None)
        yield robots.origin, RobotsPolicy(robots, RobotsRules(RobotsText(of_robots), tokens))


_ROBOTS = "SELECT * FROM robots WHERE policy <> 'disallow-all' ORDER BY origin"
# Of those alone: whoever reads both side by side finds the lines of each.
_ROBOTS_LINES = """
SELECT lines.* FROM robots_lines lines JOIN robots USING (origin)
WHERE robots.policy <> 'disallow-all' ORDER BY lines.origin, lines.number"""
_LATEST = "SELECT MAX(fetched_at) FROM pages"
_RESPONDED = "SELECT COUNT(*) FROM robots WHERE status IS NOT NULL"
_ADDRESSES = r"""
SELECT DISTINCT REGEXP_EXTRACT(url, '^https?://(\[[^\]]*\]|[^/:?#]+)', 1), ip_address
FROM pages WHERE ip_address IS NOT NULL"""
_ANSWERING = """SELECT DISTINCT REGEXP_EXTRACT(url, '^https?://[^/]+')
FROM pages WHERE role = 'listed' AND status = 200"""
