"""A stored audit taken up again: what it holds says what is done, what it names what is left."""

from __future__ import annotations

from collections import defaultdict
from datetime import datetime
from typing import TYPE_CHECKING

from sitemap_audit.audit import Audit, read_run
from sitemap_audit.config import OPTIONS
from sitemap_audit.frontier import Frontier, PageTarget, Pointer, sitemap_target
from sitemap_audit.options import Options
from sitemap_audit.parsing import urls
from sitemap_audit.records import FoundBy, Robots, Role
from sitemap_audit.store import Store
from sitemap_audit.targets import read_targets

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


def resume(folder: Path, *, job: str | None = None) -> Audit:
    """Take up a stored audit where it ended.

    Args:
        job: what a scheduler calls this run of it.

    Raises:
        UsageError: there is no audit in the folder.
    """
    run = read_run(folder)
    known = {name: value for name, value in run["options"].items() if name in OPTIONS}
    options = Options(**{name: option.read(known.get(name)) for name, option in OPTIONS.items()})
    audit = Audit(folder, options, read_targets(run["sites"]), job=job)
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
_AGAIN = (
    "'dns', 'refused', 'unreachable', 'timeout', 'reset', 'truncated', 'robots-unreachable',"
    " 'throttled', 'proxy'"
)
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
