"""Keys of all pages that were ever added to the frontier, and which of them are listed."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable

TABLES = "CREATE TABLE known (key INTEGER PRIMARY KEY, listed INTEGER NOT NULL);"
"A waiting URL is stored as text once; of a fetched one only its key is kept."
_ADD = "INSERT OR IGNORE INTO known VALUES (?, ?)"
_LIST = "UPDATE known SET listed = 1 WHERE key = ? AND listed = 0"
_RESTORE = """INSERT INTO known VALUES (?, ?)
ON CONFLICT (key) DO UPDATE SET listed = MAX(listed, excluded.listed)"""


class KnownPages:
    """Known pages, in a scratch table; used under the frontier's lock."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db
        self.listed = 0
        "Number of listed pages."

    def __contains__(self, key: int) -> bool:
        """Return whether a page is known."""
        return bool(self._db.execute("SELECT 1 FROM known WHERE key = ?", (key,)).fetchone())

    def add(self, key: int, *, listed: bool = False) -> bool:
        """Mark a page as known; return whether it is new."""
        if self._db.execute(_ADD, (key, listed)).rowcount:
            self.listed += listed
            return True
        if listed:
            self.listed += self._db.execute(_LIST, (key,)).rowcount
        return False

    def keys(self) -> set[int]:
        """Return the keys of all of them."""
        return {key for (key,) in self._db.execute("SELECT key FROM known")}

    def restore(self, pages: Iterable[tuple[int, int]]) -> None:
        """Restore the pages known to an earlier run: (key, whether it is listed)."""
        self._db.executemany(_RESTORE, pages)
        listed = "SELECT COUNT(*) FROM known WHERE listed = 1"
        self.listed = self._db.execute(listed).fetchone()[0]


def is_listed(db: sqlite3.Connection, key: int) -> bool:
    """Return whether a page is known to be listed."""
    row = db.execute("SELECT listed FROM known WHERE key = ?", (key,)).fetchone()
    return bool(row and row[0])
