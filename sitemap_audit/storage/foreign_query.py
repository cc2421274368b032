"""Refuse a query that somebody else wrote, if it may do more than read the tables of an audit."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from sitemap_audit.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator

    import duckdb

_TABLE_FUNCTIONS = frozenset({"range", "generate_series", "unnest"})
"Functions that return a table and read none: others read files, settings or other databases."
_SCALAR_FUNCTIONS = frozenset({"current_setting", "getvariable", "nextval", "setseed"})
"Functions that tell of this machine, or change the connection."


def refuse_other_sql(connection: duckdb.DuckDBPyConnection, query: str) -> None:
    """Refuse a query that is not one SELECT of tables.

    DuckDB serializes nothing but SELECT: https://duckdb.org/docs/stable/data/json/sql_to_and_from_json.

    Raises:
        UsageError: it is something else, or it calls a function that may read what is no table.
    """
    ((tree,),) = connection.execute(
        "SELECT json_serialize_sql(CAST($query AS VARCHAR))", {"query": query}
    ).fetchall()
    read = json.loads(tree)
    if read["error"] or len(read["statements"]) != 1:
        is_syntax = read.get("error_type") == "parser"
        why = read["error_message"] if is_syntax else "it is not one SELECT"
        raise UsageError(f"Cannot run the query: {why}. Write one SELECT.")
    for node in _nodes(read):
        name = str(node.get("function_name", "")).lower()
        is_table = isinstance(node.get("function"), dict) and node.get("type") == "TABLE_FUNCTION"
        if is_table:
            name = str(node["function"].get("function_name", "")).lower()
        if name in _SCALAR_FUNCTIONS or (is_table and name not in _TABLE_FUNCTIONS):
            raise UsageError(
                f"Cannot run the query: {name}() is not allowed. Read the tables of the audit."
            )


def _nodes(value: Any) -> Iterator[dict[str, Any]]:
    """Yield each object of a parsed JSON text."""
    waiting = [value]
    while waiting:
        each = waiting.pop()
        if isinstance(each, dict):
            yield each
            waiting.extend(each.values())
        elif isinstance(each, list):
            waiting.extend(each)
