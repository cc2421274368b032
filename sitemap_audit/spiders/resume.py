"""Resume a stored audit: its tables say what was fetched and what remains."""

from __future__ import annotations

import socket
import sqlite3
from contextlib import nullcontext
from datetime import UTC, datetime, timedelta
from itertools import groupby
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from sitemap_audit.delivery.delivering import read_delivery
from sitemap_audit.errors import AlreadyCompleteError, AuditError, UsageError
from sitemap_audit.frontier.restore import count_done, redirects, restore
from sitemap_audit.handlers.addresses import guard_of
from sitemap_audit.items import TABLES, Robots, RobotsLine
from sitemap_audit.machine.clock import clock
from sitemap_audit.middlewares.robots import tokens_of
from sitemap_audit.middlewares.robots_policies import RobotsPolicy
from sitemap_audit.options import CHANGEABLE
from sitemap_audit.options.option_sources import not_applied, read_again, told_not_applied
from sitemap_audit.parsing.addresses import is_public, read_address
from sitemap_audit.parsing.robots import RobotsRules, RobotsText
from sitemap_audit.spiders.run import AuditRun
from sitemap_audit.storage.parts import IMPORTED, PartList
from sitemap_audit.storage.run_file import read_run
from sitemap_audit.storage.slices import recover
from sitemap_audit.storage.temporary_copies import explained

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from sitemap_audit.audit_place import AuditPlace
    from sitemap_audit.run_record import RunRecord
    from sitemap_audit.spiders.crawl_plan import CrawlPlan
    from sitemap_audit.spiders.crawl_state import Crawl
    from sitemap_audit.storage import Store

_NEVER = datetime.max.replace(tzinfo=UTC)


def resume(
    place: AuditPlace,
    given: Mapping[str, Any] | None = None,
    config: Path | None = None,
    *,
    usual: Mapping[str, Any] | None = None,
    job: str | None = None,
) -> AuditRun:
    """Open a stored audit to resume it.

    Args:
        given: changed options by name, of those in CHANGEABLE or from Scrapy's settings.
        config: TOML file of options.
        usual: see :func:`read_again`.
        job: name of this run in a scheduler.

    Raises:
        AlreadyCompleteError: the audit is complete, and its data is there.
        UsageError: no audit in the folder, the folder cannot be written, an option is invalid, or
            rendering has no browser.
    """
    from sitemap_audit.spiders.preparing import check_requirements, given_hosts

    record = read_run(place.folder)
    if record.complete and not PartList(place.folder).damages(record, TABLES):
        raise AlreadyCompleteError(
            f"The audit in {place} is complete: there is nothing to resume. Audit the site again"
            " for new data."
        )
    options = read_again(record.options, given or {}, config, usual=usual)
    lacking = not_applied(record, options, CHANGEABLE)
    if "connect_to" in lacking:
        raise UsageError(
            f"Cannot resume the audit in {place}: it connected to another server (--connect-to),"
            " which is not taken from a stored audit. Pass --connect-to again."
        )
    check_requirements(options)
    read_delivery(options)  # fail now, not after the crawl
    try:
        run = AuditRun(place, options, record.targets, job=job)
    except OSError as error:
        raise _write_error(place, error) from None
    try:
        _recover(place)
    except OSError as error:
        run.release()
        raise _write_error(place, error) from None
    except AuditError:
        run.release()
        raise
    run.is_resumed = True
    run.id = record.id
    run.started_at = record.started_at
    run.since = record.since
    run.warnings = [*record.told]
    run.local_files = dict(record.local_files)
    run.private_addresses = _private_addresses(record, given_hosts(run))
    run.previous_record = record
    if sentence := told_not_applied(lacking):
        run.add_warning(sentence)
    if not (given or {}).get("notify"):
        run.notified = record.notified  # no second notice unless it is asked for
    return run


def _recover(place: AuditPlace) -> None:
    """Take what tasks of a cluster had written into an audit.

    Raises:
        OSError: the folder cannot be written.
        AuditError: a crawler does not stop, or the store does not respond.
    """
    with explained(place.url) if place.url is not None else nullcontext():
        recover(place)


def restore_plan(crawl: Crawl) -> None:
    """Restore the crawl plan from the stored audit, and write run.json.

    Raises:
        UsageError: the folder cannot be written.
    """
    from sitemap_audit.storage.duckdb import WRITE_ERRORS, DuckDBStore  # late: it takes memory

    run, plan = crawl.run, crawl.plan
    assert run is not None
    assert plan is not None
    before = run.previous_record
    assert before is not None
    plan.queue.throttle.traffic.restore(before.traffic)
    run.traffic = plan.queue.throttle.traffic.record()
    try:
        _restore_parts(run, before)
        with DuckDBStore(run.folder) as store:
            restore(plan.frontier, store, run.options, run.selection, crawl.assertion_tables)
            for origin, policy in stored_policies(store, tokens_of(run.options)):
                plan.queue.add_policy(origin, policy)
            run.done_before = count_done(store)
            restore_phases(plan, store)
            latest: datetime = store.value(_LATEST) or run.started_at
            clock.not_before(latest)
            _warn_of_old_robots(run, store)
            run.seconds_before = _seconds_worked(before, latest)
            unknown = guard_of(crawl.crawler.settings).unknown
            plan.reachability.public_before = _public(run, store, unknown)
        run.begin()
    except (*WRITE_ERRORS, sqlite3.Error) as error:
        run.release()
        raise _write_error(run.place, error) from None


def restore_phases(plan: CrawlPlan, store: Store) -> None:
    """Restore what the phases after the listed pages need of these."""
    plan.loops.restore_redirects(redirects(store))
    plan.retries.responding |= {origin for (origin,) in store.stream(_RESPONDING)}
    plan.base_probes.missing += store.value(_MISSING)


def _warn_of_old_robots(run: AuditRun, store: Store) -> None:
    """Say that a robots.txt is obeyed as it was when the audit began, if that is long ago."""
    received: datetime | None = store.value(_FIRST_ROBOTS)
    if received is None or clock.now() - received < _FRESH or not run.options.obey_robots:
        return
    sentence = (
        f"robots.txt is obeyed as received on {received:%Y-%m-%d}. If it may have changed, audit"
        " again instead of resuming."
    )
    if sentence not in run.warnings:
        run.add_warning(sentence)


def _private_addresses(record: RunRecord, hosts: Iterable[str]) -> dict[str, Sequence[str] | None]:
    """Return the stored private IP addresses by host, as far as valid.

    Somebody else may have made the audit. So an address counts only if it still is one of the
    host's, and all of these are private: nothing is reached that a new audit would not reach.

    Args:
        hosts: that the user passed when the audit began.
    """
    own = {host.strip("[]").lower() for host in hosts}
    return {
        host: None if found is None else _still_private(host, found)
        for host, found in record.private_addresses.items()
        if host.strip("[]").lower() in own
    }


def _still_private(host: str, stored: Sequence[str]) -> list[str]:
    """Return those of the stored addresses that a host has now; none if it has a public one."""
    if not stored:
        return []
    try:
        found = socket.getaddrinfo(host.strip("[]"), None, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        return []
    now = {address for info in found if (address := read_address(str(info[4][0])))}
    if any(is_public(address) for address in now):
        return []
    return [each for each in stored if read_address(each) in now]


def _public(run: AuditRun, store: Store, unknown: Collection[str]) -> set[str]:
    """Return the hosts without stored IP addresses that were public when the audit began.

    If such a host responded, it was public: a private one would have been refused. Older audits
    store the IP address of each page only.
    """
    if not unknown:
        return set()
    if run.private_addresses:
        return set(unknown) if store.value(_RESPONDED) else set()
    addresses = ((host.strip("[]"), read_address(text)) for host, text in store.stream(_ADDRESSES))
    return {host for host, address in addresses if address is not None and is_public(address)}


def _restore_parts(run: AuditRun, before: RunRecord) -> None:
    """Set damaged parts of the stored audit aside, so that their rows are fetched again."""
    parts = PartList(run.folder)
    damages = parts.damages(before, TABLES)
    parts.set_aside(damages)
    imported = [damage for damage in damages if damage.table in IMPORTED]
    if not imported:
        run.imports = before.imports
    else:
        told, how = parts.describe(imported), "are" if run.options.imports else "must be"
        run.add_warning(f"{told}: the files {how} imported again.")
    if crawled := [damage for damage in damages if damage.table not in IMPORTED]:
        run.add_warning(f"{parts.describe(crawled)}: the missing rows are crawled again.")


def _write_error(place: AuditPlace, error: Exception) -> UsageError:
    return UsageError(
        f"Cannot write to {place}: {error}. Free some disk space and resume it again."
    )


def _seconds_worked(record: RunRecord, latest: datetime) -> float:
    """Return the duration of earlier runs in seconds; of a killed one until its last response."""
    seconds = record.seconds_worked
    if since := record.running_since:
        seconds += max(0.0, (latest - since).total_seconds())
    return seconds


def stored_policies(
    store: Store, tokens: set[str], since: datetime = _NEVER, table: str = "robots"
) -> Iterator[tuple[str, RobotsPolicy]]:
    """Yield each origin with its stored robots policy.

    Args:
        since: when this run began: its robots.txt are not fetched again, even if they failed.
        table: table with the rows of ``robots``, or some of them.
    """
    store.execute(_KNOWN_ROBOTS.format(table=table), {"since": since})
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


_KNOWN_ROBOTS = """
CREATE OR REPLACE TABLE known_robots AS
SELECT * FROM {table} WHERE policy <> 'disallow-all' OR fetched_at >= $since
"""
_ROBOTS = "SELECT * FROM known_robots ORDER BY origin"
# The lines of the same robots.txt in the same order, to merge both streams by origin.
_ROBOTS_LINES = """
SELECT lines.* FROM robots_lines lines JOIN known_robots USING (origin)
ORDER BY lines.origin, lines.number"""
_FRESH = timedelta(hours=24)
"How long a crawler may use a robots.txt (RFC 9309, 2.4)."
_FIRST_ROBOTS = "SELECT MIN(fetched_at) FROM known_robots"
_LATEST = "SELECT MAX(fetched_at) FROM pages"
_RESPONDED = "SELECT COUNT(*) FROM robots WHERE status IS NOT NULL"
_ADDRESSES = r"""
SELECT DISTINCT REGEXP_EXTRACT(url, '^https?://(\[[^\]]*\]|[^/:?#]+)', 1), ip_address
FROM pages WHERE ip_address IS NOT NULL"""
_MISSING = """SELECT COUNT(*) FROM pages WHERE role = 'listed'
    AND (status IN (404, 410) OR error IN ('dns', 'no-address', 'private-address'))"""
_RESPONDING = """SELECT DISTINCT REGEXP_EXTRACT(url, '^https?://[^/]+')
FROM pages WHERE role = 'listed' AND status = 200"""
