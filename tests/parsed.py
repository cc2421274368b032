"""Let all stores of a process parse a statement once: to parse takes a quarter of its time.

The tests run the same views and checks on the few rows of one example after another.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sitemap_audit.storage.duckdb import DuckDBStore

if TYPE_CHECKING:
    from collections.abc import Mapping

    import duckdb

_MOST = 4_000
"Statements that are kept."
_parsed: dict[str, list[duckdb.Statement]] = {}


def parse(store: DuckDBStore, sql: str) -> list[duckdb.Statement]:
    """Parse what a store is to run."""
    if sql not in _parsed:
        if len(_parsed) == _MOST:
            _parsed.clear()
        _parsed[sql] = store._connection.extract_statements(sql)
    return _parsed[sql]


def _rows(
    store: DuckDBStore, sql: str, parameters: Mapping[str, Any] | None
) -> list[tuple[Any, ...]]:
    """Return all rows of a query, as the store does."""
    parsed = parse(store, sql)
    statement = parsed[0] if len(parsed) == 1 else sql
    rows: list[tuple[Any, ...]] = store._connection.execute(statement, parameters or {}).fetchall()
    return rows


DuckDBStore._rows = _rows  # type: ignore[assignment,method-assign]
