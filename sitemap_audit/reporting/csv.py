"""Write the CSV files for Excel and pandas: one per table, or parts of a large one.

UTF-8 with a byte order mark, commas, CRLF between rows (RFC 4180). NULL is empty. A text that
begins like a formula gets an apostrophe before it; control characters become U+FFFD.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sitemap_audit.analysis.columns import quoted
from sitemap_audit.analysis.emptiness import has_no_rows
from sitemap_audit.reporting import text
from sitemap_audit.reporting.overview import read_overview
from sitemap_audit.reporting.tables import TABLES_OF_AUDIT, Table
from sitemap_audit.storage.csv_parts import PATTERN, keep_file

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence
    from pathlib import Path

    from sitemap_audit.analysis.catalogue.catalogue import Check
    from sitemap_audit.reporting.overview import Overview
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


_RESULT_TABLES = {"findings", "causes", "changes", "ignored"}
"Tables of the results of the checks."
CHECKS_SQL = f"SELECT {quoted(_CHECKS)} FROM checks_csv ORDER BY number"
"Query of checks.csv, once :func:`make_checks_table` has made its table."


def write_tables(
    store: Store, checks: Sequence[Check], folder: Path, *, is_part: bool = False
) -> list[Path]:
    """Write every table of the audit, and checks.csv; return the paths, a pattern for parts.

    Empty tables of extensions (images, videos, news) are left out, and their old files deleted.

    Args:
        is_part: write only the results of the checks.
    """
    tables = [each for each in TABLES_OF_AUDIT if not is_part or each.name in _RESULT_TABLES]
    empty = store.empty_tables()
    written = [path for table in tables if (path := write_table(store, table, folder, empty))]
    make_checks_table(store, read_overview(store, checks))
    write(store, CHECKS_SQL, folder / "checks.csv")
    store.execute("DROP TABLE checks_csv")
    return [*written, folder / "checks.csv"]


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
            "how_to_fix_it": result.check and text.plain(result.check.how_to_fix_it),
            "unknown_reasons": result.unknown_reasons,
        }
        for number, result in enumerate(overview.results)
    ]
    store.insert("checks_csv", rows)


def write_table(
    store: Store, table: Table, folder: Path, empty: Collection[str] = ()
) -> Path | None:
    """Write a table; return its path, a pattern for parts, or None if it is left out.

    Args:
        empty: tables of the store without rows.
    """
    path = folder / f"{table.name}.csv"
    has_rows = not has_no_rows(table.made or table.sql, empty)
    if not (has_rows or table.always):
        keep_file(path)
        path.unlink(missing_ok=True)
        return None
    if table.made:
        store.execute(f"CREATE OR REPLACE TABLE {table.name}_csv AS {table.made}")
    rows = write(store, table.sql, path, has_rows=has_rows)
    if table.made:
        store.execute(f"DROP TABLE {table.name}_csv")
    if not path.exists():
        return path.with_suffix("") / PATTERN
    if rows or table.always:
        return path
    path.unlink()
    return None


def write(store: Store, sql: str, path: Path, *, has_rows: bool = True) -> int:
    """Write the rows of a query to a file atomically, or to parts; return their number.

    DuckDB streams them, within its memory limit.

    Args:
        has_rows: false if the query has none, and only the names of its columns are written.
    """
    columns = _safe(store, sql, has_rows=has_rows)
    return store.write_csv(f"SELECT {columns} FROM ({sql}){'' if has_rows else ' LIMIT 0'}", path)


def _safe(store: Store, sql: str, *, has_rows: bool) -> str:
    """Return the columns of a query, safe for spreadsheets; the first name gets the mark."""
    safe = [
        f"{_cell(name, kind) if has_rows else name} AS {name}" for name, kind in store.describe(sql)
    ]
    return ", ".join(safe).replace(' AS "', f' AS "{_MARK}', 1)


def _cell(name: str, kind: str) -> str:
    if kind == "BOOLEAN":
        return f"CASE {name} WHEN TRUE THEN 'True' WHEN FALSE THEN 'False' END"
    return text.for_csv(name) if kind == "VARCHAR" else name
