"""Rewrite texts in every table of a store, whatever tables and columns there are.

A table is written anew only if one of its texts changes, and a text that stays is not handed to
Python.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from sitemap_audit.storage import Store


def rewrite_texts(store: Store, marks: Sequence[str], function: Callable[[str], str]) -> None:
    """Replace the texts that contain one of some marks by what a function makes of them."""
    for table, columns in store.text_columns().items():
        _rewrite(store, table, {name: _contains(name, marks) for name in columns}, function)


def rewrite_ids(
    store: Store,
    marks: Sequence[str],
    function: Callable[[str], str],
    *,
    named: Sequence[str],
    ids: Sequence[str],
) -> None:
    """Replace the IDs of rows with a mark in one of some texts, wherever these IDs stand.

    Args:
        named: columns of texts that a table with such rows has.
        ids: columns that hold IDs, first that of the row itself.
    """
    tables = store.text_columns()
    store.execute("CREATE TABLE rewritten_ids (id VARCHAR)")
    for table, columns in tables.items():
        if {ids[0], *named} <= set(columns):
            is_marked = " OR ".join(_contains(name, marks) for name in named)
            marked = f'SELECT {ids[0]} AS id FROM "{table}" WHERE {is_marked}'
            store.insert_query("rewritten_ids", marked)
    for table, columns in tables.items():
        held = [name for name in ids if name in columns]
        conditions = {name: f'"{name}" IN (SELECT id FROM rewritten_ids)' for name in held}
        _rewrite(store, table, conditions, function)
    store.drop("rewritten_ids")


def _contains(column: str, marks: Iterable[str]) -> str:
    return "({})".format(" OR ".join(f"\"{column}\" LIKE '%{mark}%'" for mark in marks))


def _rewrite(
    store: Store, table: str, conditions: Mapping[str, str], function: Callable[[str], str]
) -> None:
    """Give columns of a table other values where a condition of theirs holds."""
    any_holds = " OR ".join(conditions.values())
    if not conditions or not store.value(f'SELECT COUNT(*) FROM "{table}" WHERE {any_holds}'):
        return
    columns = (
        f'CASE WHEN {conditions[name]} THEN rewritten("{name}") ELSE "{name}" END AS "{name}"'
        if name in conditions
        else f'"{name}"'
        for name in store.columns(table)
    )
    with store.function("rewritten", function):
        store.create(table, f'SELECT {", ".join(columns)} FROM "{table}"')
