"""What is looked for in listed pages, since their entries in a sitemap say that it is there.

Only for checks that are to run, and only for pages with such entries: of most pages nothing is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sitemap_audit.frontier.targets import DATE, Sought
from sitemap_audit.items import Entry, EntryImage, of_kind

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable

    from sitemap_audit.analysis.checkfile import Check
    from sitemap_audit.items import Rows

MOST = 1_000
"Things that are looked for in one page; no entry may have more images."
IMAGES = "page_images"
DATES = "page_dates"

TABLES = """
CREATE TABLE sought (
    key INTEGER NOT NULL, what TEXT NOT NULL, PRIMARY KEY (key, what)
) WITHOUT ROWID;
"""


def sought_by(checks: Iterable[Check]) -> frozenset[str]:
    """The tables of what is looked for in pages that some check needs."""
    return frozenset({IMAGES, DATES} & {table for check in checks for table in check.needs})


def sought_in(records: Rows, tables: frozenset[str]) -> list[Sought]:
    """What a piece of a sitemap gives to look for."""
    if IMAGES not in tables:
        return _dates(records) if DATES in tables else []
    images = [
        Sought(record.url_key, record.image_url)
        for record in of_kind(EntryImage, records)
        if record.url_key is not None and record.image_url is not None
    ]
    return images + (_dates(records) if DATES in tables else [])


def _dates(records: Rows) -> list[Sought]:
    return [
        Sought(record.url_key, DATE)
        for record in of_kind(Entry, records)
        if record.news and record.url_key is not None
    ]


class SoughtInPages:
    """What is looked for, in the frontier's scratch tables and under its lock."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db
        self._is_empty = True

    def add(self, sought: Iterable[Sought]) -> None:
        """Keep what is to be looked for."""
        added = self._db.executemany("INSERT OR IGNORE INTO sought VALUES (?, ?)", sought)
        self._is_empty = self._is_empty and added.rowcount <= 0

    def of(self, key: int) -> tuple[str, ...]:
        """What is to be looked for in a page."""
        if self._is_empty:
            return ()
        rows = self._db.execute("SELECT what FROM sought WHERE key = ? LIMIT ?", (key, MOST))
        return tuple(what for (what,) in rows)
