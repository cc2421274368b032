"""Name the columns of a table in SQL: what DuckDB and Spark share has no ``* EXCLUDE``."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from sitemap_audit.storage import Store

_DIGITS = 20
"Of a number in a text that is compared: more than a BIGINT has."


def quoted(names: Iterable[str], alias: str = "") -> str:
    """Return column names as SQL: 'found."url", found."line"'."""
    of = f"{alias}." if alias else ""
    return ", ".join(f'{of}"{name}"' for name in names)


def columns_but(store: Store, table: str, left_out: Collection[str] = (), alias: str = "") -> str:
    """Return the columns of a table as SQL, without some of them."""
    return quoted((name for name in store.columns(table) if name not in left_out), alias)


def first_number(alias: str, columns: Iterable[str], filled: str = "number") -> str:
    """Return SQL for the ``number`` of the first row of a group, by some columns, NULL last.

    It is at the end of the least text that has the values of a row one after the other: an
    aggregate, where a window would sort the rows of each group.

    Args:
        filled: only of the rows where this column is not NULL.
    """
    texts = [
        f"LPAD(CAST({alias}.line AS VARCHAR), {_DIGITS}, '0')"
        if name == "line"
        else f'{alias}."{name}"'
        for name in columns
    ]
    ordered = [f"COALESCE('0' || {text} || CHR(1), '1')" for text in texts]
    number = f"LPAD(CAST({alias}.number AS VARCHAR), {_DIGITS}, '0')"
    least = (
        f"MIN(CASE WHEN {alias}.{filled} IS NOT NULL THEN {' || '.join([*ordered, number])} END)"
    )
    return f"CAST(RIGHT({least}, {_DIGITS}) AS BIGINT)"


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
