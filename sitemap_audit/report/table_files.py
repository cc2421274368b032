"""Name the files that have all rows of a table, as reports tell their readers."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sitemap_audit.storage.csv_parts import file_of, pattern_of, tables_in_parts

if TYPE_CHECKING:
    from sitemap_audit.audit_place import AuditPlace


_STORED = frozenset({"changes", "entries", "findings", "pages", "sitemaps"})
"CSV tables whose rows are those of one stored table."


class TableFiles(NamedTuple):
    """The files of the tables of one audit."""

    in_parts: frozenset[str] = frozenset()
    "Tables whose CSV is in parts."
    has_parquet: bool = False
    "Whether the stored tables are there, too: not with the reports of a part of the checks."

    def csv(self, table: str) -> str:
        """Return the CSV file of a table, or its parts: 'findings.csv', 'findings/part-*.csv'."""
        return pattern_of(table) if table in self.in_parts else file_of(table)

    def parquet(self, table: str) -> str | None:
        """Return the folder that has the rows of a table as Parquet, if there is one."""
        return f"data/{table}" if self.has_parquet and table in _STORED else None


def read_files(place: AuditPlace | None) -> TableFiles:
    """Read which files the folder of an audit's reports has.

    Raises:
        OSError: its store cannot be read.
    """
    if place is None:
        return TableFiles()
    return TableFiles(tables_in_parts(place), (place.folder / "data").is_dir())
