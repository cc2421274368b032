"""A stored audit taken up again: what it holds says what is done, what it names what is left."""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from datetime import datetime
from typing import TYPE_CHECKING, Any

from sitemap_audit.audit import Audit
from sitemap_audit.config import read_again
from sitemap_audit.crawling.restoration import count_done, redirects, restore
from sitemap_audit.crawling.targets import read_targets
from sitemap_audit.delivery.delivering import read_delivery
from sitemap_audit.errors import UsageError
from sitemap_audit.items import Robots
from sitemap_audit.machine.clock import clock
from sitemap_audit.network.http2 import require_http2
from sitemap_audit.rendering.installed import require_browser
from sitemap_audit.storage.duckdb import WRITE_ERRORS, DuckDBStore
from sitemap_audit.storage.run_record import read_run
from sitemap_audit.workplace import robots_body

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path


ANEW = {"publish", "notify", "notify_on", "mail_server", "mail_from"}
"Options that may be given again when an audit is taken up: what is a secret is not stored."


def resume(
    folder: Path, given: Mapping[str, Any] | None = None, *, job: str | None = None
) -> Audit:
    """Take up a stored audit where it ended.

    Args:
        given: options, of those in ANEW, that are others now, by name.
        job: what a scheduler calls this run of it.

    Raises:
        UsageError: there is no audit or no room in the folder, an option that cannot be used, or
            what rendering or HTTP/2 needs is missing.
    """
    run = read_run(folder)
    options = read_again(run["options"], given or {})
    require_browser(options)
    require_http2(options)
    read_delivery(options)  # what cannot be delivered is said now, not after the crawl
    audit = Audit(folder, options, read_targets(run["sites"]), job=job)
    audit.started_at = datetime.fromisoformat(run["started_at"])
    audit.traffic.go_on(run.get("traffic") or {})
    try:
        _restore(audit, run)
    except (*WRITE_ERRORS, sqlite3.Error) as error:
        audit.release()
        raise UsageError(
            f"{folder} cannot be written to: {error}. Make room there and resume it again."
        ) from None
    return audit


def _restore(audit: Audit, run: Mapping[str, Any]) -> None:
    """Take from the folder what has been done, and leave word that the audit runs again."""
    with DuckDBStore(audit.folder) as store:
        restore(audit.frontier, store, audit.options, audit.seeks)
        audit.known_robots = dict(_robots(store))
        audit.done_before = count_done(store)
        audit.redirects_before = list(redirects(store))
        latest: datetime = store.value(_LATEST) or audit.started_at
        clock.not_before(latest)
        audit.worked_before = _worked(run, latest)
        audit.answering = {origin for (origin,) in store.stream(_ANSWERING)}
    audit.begin()


def _worked(run: Mapping[str, Any], latest: datetime) -> float:
    """Seconds that earlier runs took; of one that was killed, those until its latest answer."""
    seconds: float = run.get("seconds_worked", 0.0)
    if since := run.get("running_since"):
        seconds += max(0.0, (latest - datetime.fromisoformat(since)).total_seconds())
    return seconds


def _robots(store: DuckDBStore) -> Iterator[tuple[str, tuple[Robots, bytes]]]:
    """Each robots.txt that was read, its body put together from its lines."""
    lines = "SELECT origin, field, value FROM robots_lines ORDER BY origin, number"
    bodies: dict[str, list[tuple[str | None, str]]] = defaultdict(list)
    for origin, field, value in store.stream(lines):
        bodies[origin].append((field, value))
    for row in store.stream("SELECT * FROM robots WHERE policy <> 'disallow-all'"):
        robots = Robots(*row)
        yield robots.origin, (robots, robots_body(bodies[robots.origin]))


_LATEST = "SELECT MAX(fetched_at) FROM pages"
_ANSWERING = """SELECT DISTINCT REGEXP_EXTRACT(url, '^https?://[^/]+')
FROM pages WHERE role = 'listed' AND status = 200"""
