"""A stored audit taken up again: what it holds says what is done, what it names what is left."""

from __future__ import annotations

from collections import defaultdict
from datetime import datetime
from typing import TYPE_CHECKING

from sitemap_audit.audit import Audit, read_run
from sitemap_audit.config import OPTIONS
from sitemap_audit.options import Options
from sitemap_audit.parts import recover
from sitemap_audit.records import Robots
from sitemap_audit.rendering.installed import require_browser
from sitemap_audit.restoration import restore
from sitemap_audit.store import Store
from sitemap_audit.targets import read_targets
from sitemap_audit.workplace import robots_body

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


def resume(folder: Path, *, job: str | None = None) -> Audit:
    """Take up a stored audit where it ended.

    Args:
        job: what a scheduler calls this run of it.

    Raises:
        UsageError: there is no audit in the folder, or no browser though it renders.
    """
    run = read_run(folder)
    known = {name: value for name, value in run["options"].items() if name in OPTIONS}
    options = Options(**{name: option.read(known.get(name)) for name, option in OPTIONS.items()})
    require_browser(options)
    audit = Audit(folder, options, read_targets(run["sites"]), job=job)
    audit.started_at = datetime.fromisoformat(run["started_at"])
    for _ in recover(folder):
        pass
    with Store(folder) as store:
        restore(audit.frontier, store, options)
        audit.known_robots = dict(_robots(store))
        audit.answering = {origin for (origin,) in store.stream(_ANSWERING)}
    audit.begin()
    return audit


def _robots(store: Store) -> Iterator[tuple[str, tuple[Robots, bytes]]]:
    """Each robots.txt that was read, its body put together from its lines."""
    lines = "SELECT origin, field, value FROM robots_lines ORDER BY origin, number"
    bodies: dict[str, list[tuple[str | None, str]]] = defaultdict(list)
    for origin, field, value in store.stream(lines):
        bodies[origin].append((field, value))
    for row in store.stream("SELECT * FROM robots WHERE policy <> 'disallow-all'"):
        robots = Robots(*row)
        yield robots.origin, (robots, robots_body(bodies[robots.origin]))


_ANSWERING = """SELECT DISTINCT REGEXP_EXTRACT(url, '^https?://[^/]+')
FROM pages WHERE role = 'listed' AND status = 200"""
