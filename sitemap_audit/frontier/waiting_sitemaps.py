"""The queue of sitemaps to fetch: each once, and only so many in nested indexes."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from sitemap_audit.frontier.scratch import take_rows
from sitemap_audit.frontier.url_records import MAX_HOPS, SitemapTarget

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable

MOST_NESTED = {2: 100_000, 3: 1_000}
"""Maximum number of sitemaps to read in nested indexes, by depth; the last number holds for all
deeper levels. Big sites use one level more than the protocol allows. Without a limit, indexes that
grow at each level would never end."""
MAX_REPORTED_SITEMAPS = 1_000
"Maximum number of sitemaps to keep in ``too_deep``."
MAX_DEPTH = 10
"Maximum depth of nested sitemap indexes; the protocol allows one level."
TABLES = """
CREATE TABLE known_sitemaps (key INTEGER PRIMARY KEY);
CREATE TABLE waiting_sitemaps (
    n INTEGER PRIMARY KEY, url TEXT NOT NULL, key INTEGER NOT NULL, requested TEXT NOT NULL,
    found_by TEXT NOT NULL, found_in TEXT, depth INTEGER NOT NULL, hops INTEGER NOT NULL,
    respelled TEXT NOT NULL
);
"""
_COLUMNS = ", ".join(SitemapTarget._fields)
_KNOW = "INSERT OR IGNORE INTO known_sitemaps VALUES (?)"
_WAIT = f"INSERT INTO waiting_sitemaps ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"


class WaitingSitemaps:
    """Sitemaps to fetch, with the number in flight; used under the frontier's lock."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db
        self.count = self.in_flight = 0
        self.too_deep: list[str] = []
        "At most MAX_REPORTED_SITEMAPS of them."
        self._nested: Counter[int] = Counter()

    def add(self, target: SitemapTarget) -> bool:
        """Add a sitemap; return whether it was queued.

        A known sitemap is not queued again. One that is nested too deep goes to ``too_deep``.
        """
        if target.depth > MAX_DEPTH or target.hops > MAX_HOPS:
            self._leave(target)
            return False
        if not self._db.execute(_KNOW, (target.key,)).rowcount:
            return False
        if self._is_one_too_many(target.depth):
            self._leave(target)
            return False
        self._db.execute(_WAIT, target)
        self.count += 1
        return True

    def _is_one_too_many(self, depth: int) -> bool:
        level = min(depth, max(MOST_NESTED))
        self._nested[level] += 1
        return level in MOST_NESTED and self._nested[level] > MOST_NESTED[level]

    def _leave(self, target: SitemapTarget) -> None:
        if len(self.too_deep) < MAX_REPORTED_SITEMAPS:
            self.too_deep.append(target.url)

    def take(self, count: int) -> list[SitemapTarget]:
        """Return the next sitemaps to fetch."""
        rows = take_rows(self._db, "waiting_sitemaps", "n", _COLUMNS, count)
        self.count -= len(rows)
        self.in_flight += len(rows)
        return [SitemapTarget(*row) for row in rows]

    def finish(self) -> int:
        """Mark a sitemap as finished; return how many others are in flight."""
        self.in_flight -= 1
        return self.in_flight

    def restore(self, sitemaps: Iterable[tuple[int, int]]) -> None:
        """Restore sitemaps that an earlier run has read: (key, depth)."""
        for key, depth in sitemaps:
            self._db.execute(_KNOW, (key,))
            self._is_one_too_many(depth)
