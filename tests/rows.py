"""Make items for tests."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, get_type_hints

from sitemap_audit.items import TABLES, column_names

NOW = datetime(2026, 1, 31, 12, tzinfo=UTC)


def make(name: str, **values: Any) -> Any:
    """Make an item; columns not given are NULL, zero or empty."""
    record = TABLES[name]
    least = {int: 0, str: "", bool: False, datetime: NOW}
    hints = get_type_hints(record)
    blank: dict[str, Any] = {field: least.get(hints[field]) for field in column_names(record)}
    return record(**(blank | values))
