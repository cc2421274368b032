"""Links of pages (canonical, alternate, refresh), kept until every sitemap is read.

Most targets are listed in a sitemap anyway. In the end, links are followed from listed pages and
from pages of the same site that listed pages redirect to. Links of other pages are not followed:
they would lead ever further away from the sitemap.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sitemap_audit.frontier.scratch import take_rows
from sitemap_audit.frontier.url_records import PageLink

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable

    from sitemap_audit.frontier.known_pages import KnownPages

BATCH = 2_000
"Maximum number of rows to take in one call."

TABLES = """
CREATE TABLE links (
    n INTEGER PRIMARY KEY, source INTEGER NOT NULL, url TEXT NOT NULL, key INTEGER NOT NULL,
    role TEXT NOT NULL, UNIQUE (source, key)
);
CREATE TABLE redirects (target INTEGER, source INTEGER, PRIMARY KEY (target, source))
    WITHOUT ROWID;
"""
_ADD = """INSERT OR IGNORE INTO links (source, url, key, role) SELECT ?1, ?2, ?3, ?4
WHERE NOT EXISTS (SELECT 1 FROM known WHERE known.key = ?3)"""
_IS_REDIRECT_TARGET_OF_LISTED = """WITH RECURSIVE led (key) AS (
    SELECT ? UNION SELECT redirects.source FROM led JOIN redirects ON redirects.target = led.key
)
SELECT 1 FROM led JOIN known ON known.key = led.key WHERE known.listed = 1 LIMIT 1"""


class PendingLinks:
    """Links that wait until every sitemap is read; used under the frontier's lock."""

    def __init__(self, db: sqlite3.Connection, known: KnownPages) -> None:
        self._db, self._known = db, known
        self.is_empty = True

    def redirect(self, source: int, target: int) -> None:
        """Store a redirect within a site, by the keys of its ends."""
        self._db.execute("INSERT OR IGNORE INTO redirects VALUES (?, ?)", (target, source))

    def _followed(self, links: Iterable[PageLink]) -> list[PageLink]:
        """Return the links of pages that are listed, or that listed pages redirect to."""
        links = [*links]
        sources = {link.source for link in links}
        known = self._known.among(sources)
        followed = {key for key in sources if known.get(key) or self._is_redirect_target(key)}
        return [link for link in links if link.source in followed]

    def _is_redirect_target(self, key: int) -> bool:
        return self._db.execute(_IS_REDIRECT_TARGET_OF_LISTED, (key,)).fetchone() is not None

    def add(self, links: Iterable[PageLink], *, keep_unlisted: bool) -> None:
        """Keep links to pages that are not known yet.

        Args:
            keep_unlisted: keep links of pages that are not listed; a sitemap may still list them.
        """
        if not keep_unlisted:
            links = self._followed(links)
        added = self._db.executemany(_ADD, (each for each in links if each.key != each.source))
        self.is_empty = self.is_empty and added.rowcount <= 0

    def take(self) -> list[PageLink]:
        """Return the links that are followed among the next ones.

        None does not mean that none is left: see ``is_empty``. Call it only when all known sitemaps
        have been read: a page that is not listed by then is never listed.
        """
        rows = take_rows(self._db, "links", "n", "source, url, key, role", BATCH)
        self.is_empty = len(rows) < BATCH
        return self._followed(PageLink(*row) for row in rows)
