"""The scratch database of the frontier: an SQLite file that need not outlive the process."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path

_CACHE = 32_768
"SQLite page cache in KiB."
_SETTINGS = f"""
PRAGMA journal_mode = OFF;
PRAGMA synchronous = OFF;
PRAGMA cache_size = -{_CACHE};
"""


def connect(file: Path, *tables: str) -> sqlite3.Connection:
    """Create the file with some tables, each with the SQL that creates it.

    All that follows is in one transaction that is never committed: to write each row to the file
    takes ten times as long. Tables are created before it, as ``executescript`` commits.
    """
    file.unlink(missing_ok=True)
    db = sqlite3.connect(file, check_same_thread=False, isolation_level=None)
    db.executescript("".join((_SETTINGS, *tables)))
    db.execute("BEGIN")
    return db


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
