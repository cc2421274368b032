"""The long tables of a report: their rows are read as a format writes them."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sitemap_audit.storage import Store


class LongTable(NamedTuple):
    """A table with as many rows as a site has URLs, pairs, findings."""

    sql: str
    "Its rows, in an order that stays the same; where it says $rows, the most important ones."
    counted: str = ""
    "Table or view that has as many rows; empty where no format tells how many."


class Stream:
    """The rows of a long table."""

    def __init__(self, store: Store, table: LongTable) -> None:
        self._store, self._table = store, table

    @cached_property
    def columns(self) -> list[str]:
        """Names of the columns."""
        return [name.strip('"') for name, _ in self._store.describe(self._table.sql)]

    @cached_property
    def total(self) -> int:
        """Number of rows."""
        return self._store.count(self._table.counted)

    def rows(self, most: int | None = None) -> Iterator[tuple[Any, ...]]:
        """Iterate over the rows.

        Args:
            most: of the most important ones; all if the table is never cut.
        """
        return self._store.stream(self._table.sql, None if most is None else {"rows": most})
