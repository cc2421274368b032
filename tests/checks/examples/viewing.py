"""Rows of views over tables that a test gives as text."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from checks.examples.fixtures import ReusedStore
from checks.examples.manual import Example
from sitemap_audit.analysis.views import tables_in

if TYPE_CHECKING:
    from collections.abc import Iterator

SITE = "https://example.com"


def rows(table: str) -> list[dict[str, str | None]]:
    """``"url | status"`` and lines below it; ``@`` is the site, an empty cell is NULL."""
    head, *lines = [[cell.strip() for cell in line.split("|")] for line in table.splitlines()]
    return [
        {name: cell.replace("@", SITE) or None for name, cell in zip(head, line, strict=True)}
        for line in lines
    ]


def view(query: str, **tables: str) -> list[tuple[Any, ...]]:
    """The rows of a query over the views of an audit that holds the given tables."""
    example = Example(
        title="", given={name: rows(text) for name, text in tables.items()}, parameters={}, finds=[]
    )
    store = used_store().take(example)
    used_store().prepare(tables_in(query))
    return [tuple(shortened(row)) for row in store.rows(query)]


used_store = cache(ReusedStore)


def shortened(row: tuple[Any, ...]) -> Iterator[Any]:
    for value in row:
        yield value.replace(SITE, "@") if isinstance(value, str) else value
