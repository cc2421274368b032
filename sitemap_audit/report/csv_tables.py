"""The tables of the CSV files: stored tables without IDs and keys, with columns from views."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sitemap_audit.analysis.catalogue.column_docs import CSV_FILES
from sitemap_audit.report import escaping
from sitemap_audit.report.streams import LongTable
from sitemap_audit.steps import step
from sitemap_audit.storage.emptiness import has_no_rows

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator
    from pathlib import Path

    from sitemap_audit.report.overview import Overview
    from sitemap_audit.storage import Store


class Table(NamedTuple):
    """A CSV file: its name, its query, and whether it is written without rows."""

    name: str
    sql: str
    is_always_there: bool = True
    rows: str = ""
    "Query of the table NAME_csv that ``sql`` reads, for wide rows."


_WIDE = ("pages", "urls")
TABLES_OF_AUDIT = tuple(
    Table(
        name,
        step(f"csv/{name}"),
        file.is_always_there,
        step(f"csv_rows/{name}") if name in _WIDE else "",
    )
    for name, file in CSV_FILES.items()
)

FINDINGS = LongTable(step("csv/findings"))


class TableStream:
    """A table of the CSV files."""

    def __init__(self, store: Store, table: Table, empty: Collection[str] = ()) -> None:
        """Make it.

        Args:
            empty: tables of the store without rows, as far as they are known.
        """
        self._store, self._table = store, table
        self.name = table.name
        self.is_always_there = table.is_always_there
        "Whether its file is there without rows."
        self.has_rows = not has_no_rows(table.rows or table.sql, empty)
        "False if it is known to have none."

    def write(self, path: Path) -> int:
        """Write the rows atomically, or as parts beside ``path``; return their number.

        DuckDB streams them, within its memory limit.
        """
        if not self._table.rows:
            return self._store.write_csv(self._table.sql, path, has_rows=self.has_rows)
        self._store.create(f"{self.name}_csv", self._table.rows)
        rows = self._store.write_csv(self._table.sql, path, has_rows=self.has_rows)
        self._store.drop(f"{self.name}_csv")
        return rows


def read_tables(
    store: Store, overview: Overview, names: Collection[str] | None = None
) -> Iterator[TableStream]:
    """Yield the tables of an audit.

    Args:
        names: of the tables; all if not given.
    """
    make_checks_table(store, overview)
    empty = store.empty_tables()
    for table in TABLES_OF_AUDIT:
        if names is None or table.name in names:
            yield TableStream(store, table, empty)
    store.drop("checks_csv")


def make_checks_table(store: Store, overview: Overview) -> None:
    """Make the table ``checks_csv``: every check that ran, with an extract of its manual."""
    store.execute(step("csv_rows/checks"))
    rows = [
        {
            "number": number,
            "check": result.name,
            "severity": result.severity,
            "title": result.title,
            "outcome": result.outcome,
            "found": result.found,
            "looked_at": result.looked_at,
            "unknown": result.unknown,
            "error": result.error,
            "confidence": result.check and str(result.check.confidence),
            "engines": result.check and ", ".join(result.check.engines),
            "how_to_fix_it": result.check and escaping.plain(result.check.how_to_fix_it),
            "unknown_reasons": result.unknown_reasons,
        }
        for number, result in enumerate(overview.results)
    ]
    store.insert("checks_csv", rows)
