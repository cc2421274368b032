"""Keys of all pages that were ever added to the frontier, and which of them are listed."""

from __future__ import annotations

from json import dumps
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Collection, Iterable

TABLES = "CREATE TABLE known (key INTEGER PRIMARY KEY, listed INTEGER NOT NULL);"
"A waiting URL is stored as text once; of a fetched one only its key is kept."
_ADD = "INSERT OR IGNORE INTO known VALUES (?, 0)"
_LIST = "INSERT INTO known VALUES (?, 1) ON CONFLICT (key) DO UPDATE SET listed = 1"
_AMONG = "SELECT key, listed FROM known WHERE key IN (SELECT value FROM json_each(?))"


class KnownPages:
    """Known pages, in a scratch table; used under the frontier's lock."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db
        self.listed = 0
        "Number of listed pages."

    def add(self, key: int) -> bool:
        """Mark a page as known; return whether it is new."""
        return bool(self._db.execute(_ADD, (key,)).rowcount)

    def add_all(self, keys: Iterable[int]) -> None:
        """Mark pages as known."""
        self._db.executemany(_ADD, ((key,) for key in keys))

    def list(self, keys: Collection[int]) -> None:
        """Mark pages as known and listed; none of them was listed before."""
        self._db.executemany(_LIST, ((key,) for key in keys))
        self.listed += len(keys)

    def among(self, keys: Iterable[int]) -> dict[int, bool]:
        """Return those of the keys that are known, each with whether the page is listed."""
        rows = self._db.execute(_AMONG, (dumps([*keys]),))
        return {key: bool(listed) for key, listed in rows}
