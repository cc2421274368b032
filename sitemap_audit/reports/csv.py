"""Write the CSV files for Excel and pandas: one per table, or parts of a large one.

UTF-8 with a byte order mark, commas, CRLF between rows (RFC 4180). NULL is empty. A text that
begins like a formula gets an apostrophe before it; control characters become U+FFFD.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sitemap_audit.storage.csv_parts import file_of, keep_file, pattern_of

if TYPE_CHECKING:
    from pathlib import Path

    from sitemap_audit.audit_place import AuditPlace
    from sitemap_audit.report.csv_tables import TableStream
    from sitemap_audit.report.report import Report

_RESULT_TABLES = {"findings", "causes", "changes", "ignored", "checks"}
"Tables of the results of the checks."


def write_tables(report: Report, place: AuditPlace, *, is_part: bool = False) -> list[Path]:
    """Write every table of the audit; return the paths, a pattern for parts.

    Empty tables of extensions (images, videos, news) are left out, and their old files deleted.

    Args:
        is_part: write only the results of the checks.
    """
    tables = report.tables(_RESULT_TABLES if is_part else None)
    return [path for table in tables if (path := write_table(table, place))]


def write_table(table: TableStream, place: AuditPlace) -> Path | None:
    """Write a table; return its path, a pattern for parts, or None if it is left out."""
    path = place.folder / file_of(table.name)
    path.parent.mkdir(exist_ok=True)
    rows = 0
    if table.has_rows or table.is_always_there:
        rows = table.write(path)
        if not path.exists():
            return place.folder / pattern_of(table.name)
    keep_file(place.at(path.parent), path.stem)
    if rows or table.is_always_there:
        return path
    path.unlink(missing_ok=True)
    return None
