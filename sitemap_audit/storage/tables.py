"""What the tables of an audit have in common for every store."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sitemap_audit.storage.parts import IMPORTED

if TYPE_CHECKING:
    from pathlib import Path

FETCH_TABLES = {
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


def unreadable(folder: Path, table: str, error: str) -> str:
    """Return a sentence on a part that cannot be read."""
    again = "'sitemap-audit resume' fetches again what was in it"
    if table in IMPORTED:
        again = "'sitemap-audit import' imports the file again"
    return (
        f"{folder}/data/{table} holds a part that cannot be read ({error.splitlines()[0]})."
        f" Move that part away; {again}."
    )
