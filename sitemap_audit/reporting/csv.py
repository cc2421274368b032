"""CSV files: one a table, right in Excel when opened, the same in pandas when read back.

UTF-8 with a byte order mark, commas, CRLF between rows (RFC 4180). Missing is empty. A text that
begins like a formula has an apostrophe before it; a control character is U+FFFD.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sitemap_audit.machine.files import unfinished
from sitemap_audit.reporting import text
from sitemap_audit.reporting.overview import read_overview
from sitemap_audit.reporting.tables import TABLES_OF_AUDIT, Table

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from sitemap_audit.analysis.catalogue import Check
    from sitemap_audit.reporting.overview import Overview
    from sitemap_audit.storage import Store

_MARK = "\ufeff"
"By which Excel knows UTF-8."
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


_JUDGED = {"findings", "causes"}
"Tables of what the checks found."


def write_tables(
    store: Store, checks: Sequence[Check], folder: Path, *, is_part: bool = False
) -> list[Path]:
    """Write every table of the audit, and checks.csv; their paths.

    An extension's table (images, videos, news) that is empty is left out, and an old one removed.

    Args:
        is_part: only those of what the checks found.
    """
    tables = [each for each in TABLES_OF_AUDIT if not is_part or each.name in _JUDGED]
    written = [path for table in tables if (path := _write_table(store, table, folder))]
    _tell_checks(store, read_overview(store, checks))
    write(store, "SELECT * EXCLUDE (number) FROM told ORDER BY number", folder / "checks.csv")
    store.execute("DROP TABLE told")
    return [*written, folder / "checks.csv"]


def _tell_checks(store: Store, overview: Overview) -> None:
    """Make the table ``told``: every check that was run, with its manual in short."""
    columns = ", ".join(f'"{name}" {kind}' for name, kind in _CHECKS.items())
    store.execute(f"CREATE OR REPLACE TABLE told (number BIGINT, {columns})")
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
    store.insert("told", rows)


def _write_table(store: Store, table: Table, folder: Path) -> Path | None:
    path = folder / f"{table.name}.csv"
    if write(store, table.sql, path) or table.always:
        return path
    path.unlink()
    return None


def write(store: Store, sql: str, path: Path) -> int:
    """Write the rows of a query as a file that is whole or absent; how many there are.

    DuckDB writes them as it sorts them, so that no more than it may hold is held.
    """
    with unfinished(path) as file:
        return store.write_csv(f"SELECT {_safe(store, sql)} FROM ({sql})", file)


def _safe(store: Store, sql: str) -> str:
    """The columns of a query as a spreadsheet takes them; the first name bears the mark."""
    told = [f"{_cell(name, kind)} AS {name}" for name, kind in store.describe(sql)]
    return ", ".join(told).replace(' AS "', f' AS "{_MARK}', 1)


def _cell(name: str, kind: str) -> str:
    if kind == "BOOLEAN":
        return f"CASE {name} WHEN TRUE THEN 'True' WHEN FALSE THEN 'False' END"
    return text.for_csv(name) if kind == "VARCHAR" else name
