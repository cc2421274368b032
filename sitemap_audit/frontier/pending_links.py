"""Links of pages (canonical, alternate, refresh), kept until every sitemap is read.

Most targets are listed in a sitemap anyway. In the end, links are followed from listed pages and
from pages of the same site that listed pages redirect to. Links of other pages are not followed:
they would lead ever further away from the sitemap.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sitemap_audit.frontier.known_pages import is_listed

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable

    from sitemap_audit.frontier.targets import PageLink

BATCH = 2_000
"Maximum number of rows to take in one call."
_ROWS_PER_INSERT = 500
"Number of links to insert with one statement."

TABLES = """
CREATE TABLE links (key INTEGER PRIMARY KEY, url TEXT NOT NULL, role TEXT NOT NULL);
CREATE TABLE links_of_unlisted (
    n INTEGER PRIMARY KEY, source INTEGER NOT NULL, key INTEGER NOT NULL, url TEXT NOT NULL,
    role TEXT NOT NULL, UNIQUE (source, key)
);
CREATE TABLE redirects (target INTEGER, source INTEGER, PRIMARY KEY (target, source))
    WITHOUT ROWID;
"""
_ADD = """INSERT OR IGNORE INTO links (key, url, role)
SELECT link.key, link.url, link.role FROM (SELECT ? AS key, ? AS url, ? AS role) AS link
WHERE NOT EXISTS (SELECT 1 FROM known WHERE known.key = link.key)"""
_ADD_OF_UNLISTED = """INSERT OR IGNORE INTO links_of_unlisted (source, key, url, role)
VALUES (?, ?, ?, ?)"""
_IS_REDIRECT_TARGET_OF_LISTED = """WITH RECURSIVE led (key) AS (
    SELECT ? UNION SELECT redirects.source FROM led JOIN redirects ON redirects.target = led.key
)
SELECT 1 FROM led JOIN known ON known.key = led.key WHERE known.listed = 1 LIMIT 1"""


def take_rows(
    db: sqlite3.Connection, table: str, key: str, columns: str, count: int
) -> list[tuple[Any, ...]]:
    """Remove the first rows from a table and return them."""
    rows = db.execute(
        f"SELECT {columns}, {key} FROM {table} ORDER BY {key} LIMIT ?", (count,)
    ).fetchall()
    if rows:
        db.execute(f"DELETE FROM {table} WHERE {key} <= ?", (rows[-1][-1],))
    return [row[:-1] for row in rows]


class PendingLinks:
    """Links that wait until every sitemap is read; used under the frontier's lock."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db
        self.is_empty = True
        self._unflushed: list[PageLink] = []
        "Links that are in no table yet."

    def redirect(self, pages: Iterable[tuple[int, int]]) -> None:
        """Store redirects within a site: (key of the page, key of the redirect target)."""
        rows = ((target, source) for source, target in pages)
        self._db.executemany("INSERT OR IGNORE INTO redirects VALUES (?, ?)", rows)

    def _is_followed(self, source: int) -> bool:
        """Return whether a page, or one that redirects to it, is listed."""
        return (
            is_listed(self._db, source)
            or self._db.execute(_IS_REDIRECT_TARGET_OF_LISTED, (source,)).fetchone() is not None
        )

    def add(self, pointers: Iterable[PageLink], *, keep_unlisted: bool) -> None:
        """Keep links to pages that are not known yet.

        Args:
            keep_unlisted: keep links of pages that are not listed; a sitemap may still list them.
        """
        self._unflushed += (each for each in pointers if each.key != each.source)
        if self._unflushed:
            self.is_empty = False
        if len(self._unflushed) >= _ROWS_PER_INSERT:
            self.flush(keep_unlisted=keep_unlisted)

    def flush(self, *, keep_unlisted: bool) -> None:
        """Write collected links to the tables."""
        noted, self._unflushed = self._unflushed, []
        listed = {source: self._is_followed(source) for source in {each.source for each in noted}}
        of_listed = (each[1:] for each in noted if listed[each.source])
        self._db.executemany(_ADD, ((key, url, role) for url, key, role in of_listed))
        if keep_unlisted:
            of_unlisted = (each for each in noted if not listed[each.source])
            rows = ((source, key, url, role) for source, url, key, role in of_unlisted)
            self._db.executemany(_ADD_OF_UNLISTED, rows)

    def take(self) -> list[tuple[str, int, str]]:
        """Return a batch of links of listed pages: URL, key, role.

        An empty batch does not mean that none is left: see ``is_empty``. Call it only when all
        known sitemaps have been read: a page that is not listed by then is never listed.
        """
        pending_links = take_rows(self._db, "links", "key", "url, key, role", BATCH)
        if not pending_links:
            self._promote_unlisted()
        return pending_links

    def _promote_unlisted(self) -> None:
        """Move links of pages that a sitemap listed after the pages had been read."""
        columns = "source, key, url, role"
        rows = take_rows(self._db, "links_of_unlisted", "n", columns, BATCH)
        self.is_empty = not rows
        listed = (row[1:] for row in rows if self._is_followed(row[0]))
        self._db.executemany(_ADD, list(listed))

    def restore(self, pages: Iterable[tuple[int, str, str]]) -> None:
        """Restore links of listed pages: (key, URL, role)."""
        if self._db.executemany("INSERT OR IGNORE INTO links VALUES (?, ?, ?)", pages).rowcount:
            self.is_empty = False
