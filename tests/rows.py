"""Make items and records for tests."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, get_type_hints

from sitemap_audit.items import TABLES, column_names
from sitemap_audit.storage.parts import PartList, rows_of
from sitemap_audit.storage.run_file import FORMAT, from_json

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from sitemap_audit.run_record import RunRecord

NOW = datetime(2026, 1, 31, 12, tzinfo=UTC)
RUN: dict[str, Any] = {
    "format": FORMAT,
    "sites": ["https://www.example.com/"],
    "started_at": "2026-01-31T12:00:00+00:00",
    "options": {},
    "complete": True,
    "incomplete_because": [],
}
"What the record of each audit has, as values of run.json."


def record_of(values: Mapping[str, Any] | None = None) -> RunRecord:
    """The record of an audit: RUN with other values."""
    return from_json({**RUN, **(values or {})})


def list_parts(folder: Path) -> None:
    """List the parts that a test has written to the folder of an audit."""
    parts = PartList(folder)
    for path in sorted(folder.glob("data/*/part-*.parquet")):
        table, number = path.parent.name, int(path.stem.removeprefix("part-"))
        parts.add(table, number, rows_of(folder, table, number))


def make(name: str, **values: Any) -> Any:
    """Make an item; columns not given are NULL, zero or empty."""
    record = TABLES[name]
    least = {int: 0, str: "", bool: False, datetime: NOW}
    hints = get_type_hints(record)
    blank: dict[str, Any] = {field: least.get(hints[field]) for field in column_names(record)}
    return record(**(blank | values))
