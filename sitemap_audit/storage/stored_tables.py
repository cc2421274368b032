"""What the tables of an audit have in common for every store."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sitemap_audit.items import TABLES, column_names, column_types
from sitemap_audit.storage.parts import IMPORTED

if TYPE_CHECKING:
    from collections.abc import Collection
    from pathlib import Path

FETCH_TABLES = {
    "robots_id": "robots",
    "sitemap_id": "sitemaps",
    "page_id": "pages",
    "render_id": "renders",
    "file_id": "imported_files",
}
"Table of the fetch or import that a row belongs to, by the column with its ID."
KEYS = {
    "robots": "origin",
    "sitemaps": "url_key",
    "pages": "url_key",
    "redirect_loops": "url_key",
}
"Column by which rows are unique, by table: the last one fetched is kept."


def with_fetches(tables: Collection[str]) -> list[str]:
    """Return stored tables and those of their fetches, a fetch before its parts."""
    owners = {FETCH_TABLES.get(column) for name in tables for column in column_types(name)}
    return [name for name in reversed(TABLES) if name in tables or name in owners]


def of_stored_fetches(name: str) -> str:
    """Return the condition that leaves out rows whose fetch is not stored."""
    fetched = next((each for each in column_names(TABLES[name]) if each in FETCH_TABLES), None)
    return f"{fetched} IN (SELECT id FROM {FETCH_TABLES[fetched]})" if fetched else "TRUE"


def not_saved(folder: Path | None, table: str) -> str:
    """Return a sentence on a table of results that an audit does not have."""
    return f"No {table} in {folder} yet. Run 'sitemap-audit check {folder}' first."


def unreadable(folder: Path, table: str, error: str) -> str:
    """Return a sentence on a part that cannot be read."""
    again = "'sitemap-audit resume' fetches again what was in it"
    if table in IMPORTED:
        again = "'sitemap-audit import' imports the file again"
    return (
        f"{folder}/data/{table} holds a part that cannot be read ({error.splitlines()[0]})."
        f" Move that part away; {again}."
    )
