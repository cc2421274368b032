"""What sitemaps assert about listed pages: images, and the publication date of news.

The pages are searched for these when they are read. Assertions are collected only if a selected
check needs them; most pages have none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sitemap_audit.frontier.url_records import DATE, PageAssertion
from sitemap_audit.items import Entry, EntryImage, of_kind

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable

    from sitemap_audit.analysis.catalogue.checkfile import Check
    from sitemap_audit.items import Rows

MOST = 1_000
"Maximum number of assertions per page; no entry may have more images."
IMAGES = "page_images"
DATES = "page_dates"

TABLES = """
CREATE TABLE assertions (
    key INTEGER NOT NULL, what TEXT NOT NULL, PRIMARY KEY (key, what)
) WITHOUT ROWID;
"""


def assertion_tables_of(checks: Iterable[Check]) -> frozenset[str]:
    """Return the tables of assertions that the checks need."""
    return frozenset({IMAGES, DATES} & {table for check in checks for table in check.needs})


def assertions_in(records: Rows, tables: frozenset[str]) -> list[PageAssertion]:
    """Return the assertions in a piece of a sitemap."""
    images = of_kind(EntryImage, records) if IMAGES in tables else ()
    entries = of_kind(Entry, records) if DATES in tables else ()
    return [
        *(
            PageAssertion(each.url_key, each.image_url)
            for each in images
            if each.url_key is not None and each.image_url is not None
        ),
        *(
            PageAssertion(each.url_key, DATE)
            for each in entries
            if each.news and each.url_key is not None
        ),
    ]


class PageAssertions:
    """Assertions by page, in a scratch table; used under the frontier's lock."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db
        self._is_empty = True

    def add(self, assertions: Iterable[PageAssertion]) -> None:
        """Store assertions."""
        added = self._db.executemany("INSERT OR IGNORE INTO assertions VALUES (?, ?)", assertions)
        self._is_empty = self._is_empty and added.rowcount <= 0

    def of(self, key: int) -> tuple[str, ...]:
        """Return the assertions about a page."""
        if self._is_empty:
            return ()
        rows = self._db.execute("SELECT what FROM assertions WHERE key = ? LIMIT ?", (key, MOST))
        return tuple(what for (what,) in rows)
