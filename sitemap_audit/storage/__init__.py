"""Items in, tables out: parts are written by :mod:`.writer`, and queried through a store.

DuckDB is the engine (:mod:`.duckdb`). What views, checks and reports need of an engine is here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from contextlib import AbstractContextManager
    from pathlib import Path

    import numpy as np
    import pandas as pd
    from numpy.typing import NDArray


class Store(Protocol):
    """The tables of one audit, as views, checks and reports use them."""

    folder: Path | None
    "Of the audit; None where the tables are in memory only."

    def execute(self, sql: str, parameters: Mapping[str, Any] | None = None) -> None:
        """Run a statement that returns no rows."""

    def execute_with(self, name: str, function: Callable[[str], str], sql: str) -> None:
        """Run a statement that calls a Python function of one text by ``name``."""

    def rows(self, sql: str, parameters: Mapping[str, Any] | None = None) -> list[tuple[Any, ...]]:
        """All rows of a query."""

    def stream(
        self, sql: str, parameters: Mapping[str, Any] | None = None
    ) -> Iterator[tuple[Any, ...]]:
        """The rows of a query, without holding them all in memory."""

    def cursor(self) -> AbstractContextManager[Store]:
        """The same tables for another thread."""

    def value(self, sql: str, parameters: Mapping[str, Any] | None = None) -> Any:
        """The first column of the first row."""

    def batches(self, sql: str, *, rows: int = ...) -> Iterator[list[NDArray[np.int64]]]:
        """The columns of a query of whole numbers, about ``rows`` at a time."""

    def frame(self, sql: str, parameters: Mapping[str, Any] | None = None) -> pd.DataFrame:
        """A whole result as a data frame."""

    def columns(self, table: str) -> list[str]:
        """The names of a table's columns, in order; empty where there is no such table."""

    def kinds(self, sql: str) -> list[tuple[str, str]]:
        """The columns of a query: the name as written in SQL, and the type."""

    def create(self, table: str, columns: Mapping[str, NDArray[Any]]) -> None:
        """Make a table of numbers; it replaces an earlier one."""

    def insert(self, table: str, rows: Iterable[Mapping[str, Any]]) -> None:
        """Add rows to a table; columns that are not named are NULL."""

    def write_csv(self, sql: str, path: Path) -> int:
        """Write the rows of a query as a CSV file with a header line; the number of rows."""

    def save(self, table: str) -> None:
        """Write a table of results beside the stored ones; it replaces an earlier one."""

    def load(self, table: str) -> None:
        """Read a table of results that was saved."""
