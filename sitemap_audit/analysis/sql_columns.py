"""Name the columns of a table in SQL: what DuckDB and Spark share has no ``* EXCLUDE``."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from sitemap_audit.storage import Store


def quoted(names: Iterable[str], alias: str = "") -> str:
    """Return column names as SQL: 'found."url", found."line"'."""
    of = f"{alias}." if alias else ""
    return ", ".join(f'{of}"{name}"' for name in names)


def columns_but(store: Store, table: str, left_out: Collection[str] = (), alias: str = "") -> str:
    """Return the columns of a table as SQL, without some of them."""
    return quoted((name for name in store.columns(table) if name not in left_out), alias)


def origin_of(url: str) -> str:
    """Return SQL for the origin of a URL: 'https://example.com'."""
    return f"CONCAT(SPLIT_PART({url}, '/', 1), '//', SPLIT_PART({url}, '/', 3))"


def language_in(path: str) -> str:
    """Return SQL for the language that a URL or pattern begins with; NULL if with none."""
    code = "[A-Za-z]{2}([-_]([A-Za-z]{2}|[A-Za-z]{4}|[0-9]{3}))?"
    return f"NULLIF(REGEXP_EXTRACT({path}, '^(https?://[^/]+)?/({code})(/|$)', 2), '')"


def template(pattern: str) -> str:
    """Return SQL for a pattern with its language as a placeholder: '/{lang}/news/{slug}'."""
    language = language_in(pattern)
    return f"""CASE
        WHEN {language} IS NOT NULL
            THEN CONCAT('/{{lang}}', SUBSTR({pattern}, LENGTH({language}) + 2))
        ELSE {pattern}
    END"""
