"""Count rows by conditions that checks give, and those of a query that a table lacks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from sitemap_audit.storage import Store


def count_where(
    store: Store,
    table: str,
    conditions: Iterable[tuple[str, str]],
    by: str,
    where: str = "TRUE",
    parameters: Mapping[str, Any] | None = None,
) -> list[tuple[Any, ...]]:
    """Count the rows of a table, by a column that it may have: NULL in one row if it has not.

    Args:
        conditions: two of each count: how many rows meet the first, and how many meet both.
        where: what all rows meet.
    """
    counts = ", ".join(
        f"COUNT(*) FILTER (WHERE {one}), COUNT(*) FILTER (WHERE ({one}) AND ({other}))"
        for one, other in conditions
    )
    if by not in store.columns(table):
        return store.rows(f"SELECT NULL, {counts} FROM {table} WHERE {where}", parameters)
    counted = f"SELECT {by}, {counts} FROM {table} WHERE {where} GROUP BY {by}"
    return store.rows(counted, parameters)


def count_lacking(store: Store, query: str, table: str, key: str, by: str) -> dict[str, int]:
    """Count the rows of a query whose key a table has not, by a column of the query."""
    return dict(
        store.rows(
            f"SELECT {by}, COUNT(*) FROM ({query}) AS made"
            f" WHERE NOT {key} IN (SELECT {key} FROM {table} WHERE {key} IS NOT NULL)"
            f" GROUP BY {by}"
        )
    )
