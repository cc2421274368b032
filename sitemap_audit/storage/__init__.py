"""Store items as Parquet parts (:mod:`.writer`), and query them as tables through a store.

:class:`Store` is the interface that views, checks and reports use; :mod:`.duckdb` implements it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
    from contextlib import AbstractContextManager
    from pathlib import Path


class Store(Protocol):
    """The tables of one audit, as views, checks and reports use them."""

    folder: Path | None
    "Folder of the audit; None if the tables are in memory only."

    @property
    def cursors(self) -> int:
        """How many queries shall run at once, each on a cursor of its own."""

    def execute(self, sql: str, parameters: Mapping[str, Any] | None = None) -> None:
        """Run a statement that returns no rows."""

    def function(
        self, name: str, function: Callable[[str], str | None]
    ) -> AbstractContextManager[None]:
        """Let SQL call a Python function of one string as ``name``, as long as this is open."""

    def rows(self, sql: str, parameters: Mapping[str, Any] | None = None) -> list[tuple[Any, ...]]:
        """Return all rows of a query."""

    def stream(
        self, sql: str, parameters: Mapping[str, Any] | None = None
    ) -> Iterator[tuple[Any, ...]]:
        """Iterate over the rows of a query, without loading all of them into memory."""

    def cursor(self) -> AbstractContextManager[Store]:
        """Open a cursor on the same tables for another thread."""

    def limited(self, seconds: float) -> AbstractContextManager[None]:
        """End the queries of this cursor after some seconds by QueryTimeoutError; not on Spark."""

    def value(self, sql: str, parameters: Mapping[str, Any] | None = None) -> Any:
        """Return the first column of the first row."""

    def count(self, table: str) -> int:
        """Return the number of rows of a table or view."""

    def drop(self, *tables: str) -> None:
        """Drop tables; one that does not exist is passed over."""

    def columns(self, table: str) -> list[str]:
        """Return a table's column names, in order; empty if the table does not exist."""

    def text_columns(self) -> dict[str, list[str]]:
        """Return the columns of texts of each table that has some, by its name; views have none."""

    def describe(
        self, sql: str, parameters: Mapping[str, Any] | None = None
    ) -> list[tuple[str, str]]:
        """Return the columns of a query: name as written in SQL, and type."""

    def empty_tables(self) -> set[str]:
        """Return tables without rows, as far as the store knows them without reading any."""

    def create(
        self, table: str, query: str, parameters: Mapping[str, Any] | None = None
    ) -> int | None:
        """Create or replace a table from a query; return its rows if the store counts them."""

    def create_empty(self, table: str, columns: str) -> None:
        """Create or replace a table without rows; its columns are written with their types."""

    def create_view(self, name: str, query: str) -> None:
        """Create or replace a view, a name for a query; on Spark, of its tables as they are now."""

    def create_sorted(
        self, table: str, query: str, parameters: Mapping[str, Any] | None = None
    ) -> None:
        """Create or replace a table from a query, with a column ``number`` that follows its order.

        A table has no order of its own: queries that need this one have ``ORDER BY number``.

        Args:
            query: ends with ORDER BY; may read the table itself; has no column ``number``. Numbers
                (BIGINT) rise with its order, each is there once; there may be gaps.
        """

    def insert(self, table: str, rows: Iterable[Mapping[str, Any]]) -> None:
        """Add rows to a table; columns that are not named are NULL."""

    def insert_query(
        self,
        table: str,
        query: str,
        parameters: Mapping[str, Any] | None = None,
        values: Mapping[str, Any] | None = None,
    ) -> None:
        """Add the rows of a query to a table, by the names of columns; those it lacks are NULL.

        Args:
            values: of further columns, in every row.

        Raises:
            NoSuchColumnError: the query has a column that the table has not.
        """

    def write_csv(self, sql: str, path: Path, *, has_rows: bool = ...) -> int:
        """Write a query's rows as CSV (RFC 4180), whole or not at all; return their number.

        Texts are as :mod:`.csv_cells` makes them, times in UTC without their zone.

        Spark writes more than :data:`csv_parts.MOST` rows as parts in a folder beside ``path``,
        which is named like it. Files of an earlier run in the other form are removed.

        Args:
            has_rows: False if the query is known to have none: only the head is written.
        """

    def attach(
        self, name: str, table: str, folder: Path | None, columns: Mapping[str, type]
    ) -> None:
        """Make a view of a stored table of another audit, which is read when it is queried.

        Args:
            folder: of the audit; None for a table without rows.
            columns: its columns by name; one that was not stored is NULL.
        """

    def save(self, table: str, folder: Path | None = None) -> None:
        """Save a table of results as Parquet parts, in the order of ``number`` if it has one.

        They replace earlier ones.

        Args:
            folder: of another audit; default the store's.
        """

    def load(self, table: str, where: str = ...) -> None:
        """Load a table, or the rows that meet a condition; results replace those loaded before.

        Raises:
            UsageError: it is a table of results that is not saved.
        """

    def load_missing(self, tables: Collection[str]) -> None:
        """Load those of the tables, and of their fetches, that are not loaded yet."""
