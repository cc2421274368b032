"""Name the columns of a table in SQL: what DuckDB and Spark share has no ``* EXCLUDE``."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


def quoted(names: Iterable[str], alias: str = "") -> str:
    """Return column names as SQL: 'found."url", found."line"'."""
    of = f"{alias}." if alias else ""
    return ", ".join(f'{of}"{name}"' for name in names)


def origin_of(url: str) -> str:
    """Return SQL for the origin of a URL: 'https://example.com'."""
    return f"CONCAT(SPLIT_PART({url}, '/', 1), '//', SPLIT_PART({url}, '/', 3))"
