"""The tables of the CSV files: queries that write themselves as text safe for spreadsheets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sitemap_audit.analysis.sql_columns import quoted
from sitemap_audit.report import escaping
from sitemap_audit.report.csv_queries import TABLES_OF_AUDIT, Table
from sitemap_audit.storage.emptiness import has_no_rows

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator
    from pathlib import Path

    from sitemap_audit.report.overview import Overview
    from sitemap_audit.storage import Store

_MARK = "\ufeff"
"Byte order mark: Excel needs it to detect UTF-8."
_CHECKS = {
    "check": "VARCHAR",
    "severity": "VARCHAR",
    "title": "VARCHAR",
    "outcome": "VARCHAR",
    "found": "BIGINT",
    "looked_at": "BIGINT",
    "unknown": "BIGINT",
    "error": "VARCHAR",
    "confidence": "VARCHAR",
    "engines": "VARCHAR",
    "how_to_fix_it": "VARCHAR",
    "unknown_reasons": "VARCHAR",
}
CHECKS_SQL = f"SELECT {quoted(_CHECKS)} FROM checks_csv ORDER BY number"
"Query of checks.csv, once :func:`make_checks_table` has made its table."


class TableStream:
    """A table of the CSV files."""

    def __init__(self, store: Store, table: Table, empty: Collection[str] = ()) -> None:
        """Make it.

        Args:
            empty: tables of the store without rows, as far as they are known.
        """
        self._store, self._table = store, table
        self.name = table.name
        self.is_always_there = table.always
        "Whether its file is there without rows."
        self.has_rows = not has_no_rows(table.made or table.sql, empty)
        "False if it is known to have none."

    def write(self, path: Path) -> int:
        """Write the rows atomically, or as parts beside ``path``; return their number.

        DuckDB streams them, within its memory limit.
        """
        made = f"{self.name}_csv"
        if self._table.made:
            self._store.execute(f"CREATE OR REPLACE TABLE {made} AS {self._table.made}")
        sql = self._table.sql
        safe = [
            f"{_cell(name, kind) if self.has_rows else name} AS {name}"
            for name, kind in self._store.describe(sql)
        ]
        columns = ", ".join(safe).replace(' AS "', f' AS "{_MARK}', 1)
        limit = "" if self.has_rows else " LIMIT 0"
        rows = self._store.write_csv(f"SELECT {columns} FROM ({sql}){limit}", path)
        if self._table.made:
            self._store.execute(f"DROP TABLE {made}")
        return rows


def read_tables(
    store: Store, overview: Overview, names: Collection[str] | None = None
) -> Iterator[TableStream]:
    """Yield the tables of an audit, checks.csv last.

    Args:
        names: of the tables; all if not given. That of the checks is always there.
    """
    empty = store.empty_tables()
    for table in TABLES_OF_AUDIT:
        if names is None or table.name in names:
            yield TableStream(store, table, empty)
    make_checks_table(store, overview)
    yield TableStream(store, Table("checks", CHECKS_SQL))
    store.execute("DROP TABLE checks_csv")


def make_checks_table(store: Store, overview: Overview) -> None:
    """Make the table ``checks_csv``: every check that ran, with an extract of its manual."""
    columns = ", ".join(f'"{name}" {kind}' for name, kind in _CHECKS.items())
    store.execute(f"CREATE OR REPLACE TABLE checks_csv (number BIGINT, {columns})")
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


def _cell(name: str, kind: str) -> str:
    if kind == "BOOLEAN":
        return f"CASE {name} WHEN TRUE THEN 'True' WHEN FALSE THEN 'False' END"
    return escaping.for_csv(name) if kind == "VARCHAR" else name
