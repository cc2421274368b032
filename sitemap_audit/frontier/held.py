"""What pages point to, held until every sitemap is read.

Most of it is listed anyway. Only what listed pages point to is fetched in the end, and what those
pages of their site do that they redirect to, since what the others point to would lead ever further
away.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable

    from sitemap_audit.frontier.targets import Pointer

AT_ONCE = 2_000
"Pointers looked at by one call."
_TOGETHER = 500
"Pointers that are put into the tables by one statement."

TABLES = """
CREATE TABLE known (key INTEGER PRIMARY KEY, listed INTEGER NOT NULL);
CREATE TABLE held (key INTEGER PRIMARY KEY, url TEXT NOT NULL, role TEXT NOT NULL);
CREATE TABLE held_of_unlisted (
    n INTEGER PRIMARY KEY, source INTEGER NOT NULL, key INTEGER NOT NULL, url TEXT NOT NULL,
    role TEXT NOT NULL, UNIQUE (source, key)
);
CREATE TABLE redirects (target INTEGER, source INTEGER, PRIMARY KEY (target, source))
    WITHOUT ROWID;
"""
"``known`` is what has ever been offered to the frontier: a key and no text."
_HOLD = """INSERT OR IGNORE INTO held (key, url, role) SELECT ?1, ?2, ?3
WHERE NOT EXISTS (SELECT 1 FROM known WHERE key = ?1)"""
_HOLD_OF_UNLISTED = """INSERT OR IGNORE INTO held_of_unlisted (source, key, url, role)
VALUES (?, ?, ?, ?)"""
_IS_END = """WITH RECURSIVE led (key) AS (
    SELECT ?1 UNION SELECT redirects.source FROM led JOIN redirects ON redirects.target = led.key
)
SELECT 1 FROM led JOIN known ON known.key = led.key WHERE known.listed = 1 LIMIT 1"""


def is_listed(db: sqlite3.Connection, key: int) -> bool:
    """Whether a page is known to be listed."""
    row = db.execute("SELECT listed FROM known WHERE key = ?", (key,)).fetchone()
    return bool(row and row[0])


def take_rows(
    db: sqlite3.Connection, table: str, key: str, columns: str, count: int
) -> list[tuple[Any, ...]]:
    """Take the first rows out of a table."""
    rows = db.execute(
        f"SELECT {columns}, {key} FROM {table} ORDER BY {key} LIMIT ?", (count,)
    ).fetchall()
    if rows:
        db.execute(f"DELETE FROM {table} WHERE {key} <= ?", (rows[-1][-1],))
    return [row[:-1] for row in rows]


class Held:
    """Pointers, in the frontier's scratch tables and under its lock."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db
        self.is_empty = True
        self._noted: list[Pointer] = []
        "Pointers that are in no table yet."

    def redirect(self, pages: Iterable[tuple[int, int]]) -> None:
        """Note redirects within a site: (key of the page, key of what it redirects to)."""
        rows = ((target, source) for source, target in pages)
        self._db.executemany("INSERT OR IGNORE INTO redirects VALUES (?, ?)", rows)

    def _counts(self, source: int) -> bool:
        """Whether what a page points to is fetched: it is listed, or a listed one leads to it."""
        return (
            is_listed(self._db, source)
            or self._db.execute(_IS_END, (source,)).fetchone() is not None
        )

    def hold(self, pointers: Iterable[Pointer], *, keep_unlisted: bool) -> None:
        """Keep what is not yet known.

        Args:
            keep_unlisted: a page that is not listed may be so later; else its pointers go.
        """
        self._noted += (each for each in pointers if each.key != each.source)
        if self._noted:
            self.is_empty = False
        if len(self._noted) >= _TOGETHER:
            self.keep_noted(keep_unlisted=keep_unlisted)

    def keep_noted(self, *, keep_unlisted: bool) -> None:
        """Put what was noted into the tables."""
        noted, self._noted = self._noted, []
        listed = {source: self._counts(source) for source in {each.source for each in noted}}
        of_listed = (each[1:] for each in noted if listed[each.source])
        self._db.executemany(_HOLD, ((key, url, role) for url, key, role in of_listed))
        if keep_unlisted:
            of_unlisted = (each for each in noted if not listed[each.source])
            rows = ((source, key, url, role) for source, url, key, role in of_unlisted)
            self._db.executemany(_HOLD_OF_UNLISTED, rows)

    def take(self) -> list[tuple[str, int, str]]:
        """Some of what listed pages point to: URL, key, role. None may be left though it is empty.

        To be called while every sitemap known is read: a page not listed by then stays so.
        """
        held = take_rows(self._db, "held", "key", "url, key, role", AT_ONCE)
        if not held:
            self._look_at_unlisted()
        return held

    def _look_at_unlisted(self) -> None:
        """Hold what those point to that have been listed after they had been read."""
        columns = "source, key, url, role"
        rows = take_rows(self._db, "held_of_unlisted", "n", columns, AT_ONCE)
        self.is_empty = not rows
        listed = (row[1:] for row in rows if self._counts(row[0]))
        self._db.executemany(_HOLD, list(listed))

    def restore(self, pages: Iterable[tuple[int, str, str]]) -> None:
        """Keep what listed pages point to: (key, URL, role)."""
        if self._db.executemany("INSERT OR IGNORE INTO held VALUES (?, ?, ?)", pages).rowcount:
            self.is_empty = False
