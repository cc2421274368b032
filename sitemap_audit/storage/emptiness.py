"""Tell that a query has no rows without running it: a table that all its rows come from has none.

To plan a query takes milliseconds, and most tables of a small audit are empty. A query of which
this cannot be told has to be run.
"""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    Piece: TypeAlias = "str | tuple[Piece, ...]"
    "A word, a mark, or all that is in parentheses."

_TOKEN = re.compile(r"""/\*.*?\*/|--[^\n]*|'(?:[^']|'')*'|"(?:[^"]|"")*"|\w+|[^\s\w]""", re.DOTALL)
_CLAUSES = frozenset({"WHERE", "GROUP", "HAVING", "QUALIFY", "WINDOW", "ORDER", "LIMIT"})
_OF_RESULTS = _CLAUSES - {"WHERE"}
"Clauses that may have an aggregate."
_OTHER_SETS = frozenset({"INTERSECT", "EXCEPT"})
_OUTER = frozenset({"RIGHT", "FULL", "POSITIONAL"})
"Joins that keep rows of the second table: all tables must be empty."
_INNER = (["INNER", "JOIN"], ["CROSS", "JOIN"], ["SEMI", "JOIN"])
"Joins that have no row if the second table has none."
_GROUPS_OF_NONE = frozenset({"ALL", "ROLLUP", "CUBE", "GROUPING"})
"After GROUP BY: there may be a group without rows."
_OF_A_ROW = frozenset(
    (
        *("AND", "AS", "BETWEEN", "ELSE", "FROM", "IN", "LIKE", "NOT", "OR", "OVER", "THEN"),
        *("UNION", "WHEN", "WHERE", "BY", "ALL", "SELECT", "ON", "EXISTS", "VARCHAR", "DECIMAL"),
        *("ABS", "ASCII", "BIT_COUNT", "CAST", "CEIL", "CHR", "COALESCE", "CONCAT", "CONCAT_WS"),
        *("DATE_DIFF", "DATE_TRUNC", "EXTRACT", "LEVENSHTEIN", "STRPOS", "TRANSLATE"),
        *("FLOOR", "FORMAT_NUMBER", "GREATEST", "LEAST", "LEFT", "LENGTH", "LOWER", "LPAD", "MD5"),
        *("NULLIF", "POSITION", "REGEXP_EXTRACT", "REGEXP_MATCHES", "REGEXP_REPLACE"),
        *("REPLACE", "RIGHT", "ROUND", "ROW_NUMBER", "RTRIM", "SPLIT_PART", "STARTS_WITH"),
        *("SUBSTR", "SUBSTRING", "TRIM", "TRY_CAST", "UPPER"),
    )
)
"Words before parentheses that make no aggregate of a query: it would have a row without any."


def has_no_rows(query: str, empty: Collection[str]) -> bool:
    """Return whether a query certainly has no rows.

    Args:
        empty: tables without rows.
    """
    return _is_empty(_read(query), frozenset(empty))


@cache
def _read(query: str) -> tuple[Piece, ...]:
    levels: list[list[Piece]] = [[]]
    for word in _TOKEN.findall(query):
        if word.startswith(("/*", "--")):
            continue
        if word == "(":
            levels.append([])
        elif word == ")" and len(levels) > 1:
            inner = tuple(levels.pop())
            levels[-1].append(inner)
        else:
            levels[-1].append(word if word[0] in "'\"" else word.upper())
    return tuple(levels[0])


def _is_empty(tokens: Sequence[Piece], empty: frozenset[str]) -> bool:
    """Return whether a query is empty: each of its parts that UNION joins."""
    if not _OTHER_SETS.isdisjoint(tokens):
        return False
    if tokens[:1] == ("WITH",):
        is_recursive = tokens[1:2] == ("RECURSIVE",)
        start = 2 if is_recursive else 1
        while tokens[start + 1 : start + 2] == ("AS",):
            name, query = str(tokens[start]).strip('"').lower(), next(iter(tokens[start + 2 :]), "")
            if not isinstance(query, tuple):
                return False
            is_empty = _is_empty(query, empty)
            if is_recursive and "UNION" in query:
                is_empty = _is_recursion_empty(name, query, empty)
            empty = empty | {name} if is_empty else empty - {name}
            start += 3
            if tokens[start : start + 1] != (",",):
                break
            start += 1
        tokens = tokens[start:]
    parts: list[list[Piece]] = [[]]
    for each in tokens:
        if each == "UNION":
            parts.append([])
        elif parts[-1] or each not in ("ALL", "DISTINCT"):
            parts[-1].append(each)
    return all(_is_part_empty(part, empty) for part in parts)


def _is_recursion_empty(name: str, query: tuple[Piece, ...], empty: frozenset[str]) -> bool:
    """Return whether a query that reads itself is empty: so it begins, and gets no row of none.

    In the part that it begins with, its name is that of a table.
    """
    first = query[: query.index("UNION")]
    return _is_empty(first, empty) and _is_empty(query, empty | {name})


def _is_part_empty(tokens: Sequence[Piece], empty: frozenset[str]) -> bool:
    if len(tokens) == 1 and isinstance(tokens[0], tuple):
        return _is_empty(tokens[0], empty)
    if tokens[:1] != ["SELECT"]:
        return False
    froms = [n for n, each in enumerate(tokens) if each == "FROM" and tokens[n - 1] != "DISTINCT"]
    if not froms:
        return False
    start = froms[0]
    end = next((n for n in range(start, len(tokens)) if tokens[n] in _CLAUSES), len(tokens))
    if end == start + 1:  # it is not valid: the database says why
        return False
    return _is_source_empty(tokens[start:end], empty) and _has_no_row_of_none(tokens, start, end)


def _is_source_empty(tokens: Sequence[Piece], empty: frozenset[str]) -> bool:
    """Return whether the tables after FROM make no row: the first one, or one of an inner join."""
    ends = [each for each in tokens if each in ("JOIN", "ON", "USING")]
    if any("JOIN" not in pair for pair in pairwise(ends)):
        return False  # a join within another one: FROM a LEFT JOIN b INNER JOIN c ON … ON …
    joined = [1, *(n for n, each in enumerate(tokens[:-1], 1) if each == "JOIN")]
    if not _OUTER.isdisjoint(tokens):
        return "," not in tokens and all(_is_table_empty(tokens, n, empty) for n in joined)
    return any(
        _is_table_empty(tokens, n, empty) for n in joined if n == 1 or tokens[n - 2 : n] in _INNER
    )


def _is_table_empty(tokens: Sequence[Piece], number: int, empty: frozenset[str]) -> bool:
    """Return whether the table or query at a place after FROM has no rows."""
    token, after = tokens[number], tokens[number + 1 : number + 2]
    if isinstance(token, tuple):
        return _is_empty(token, empty)
    is_name = after != ["."] and not isinstance(next(iter(after), None), tuple)
    return is_name and token.lower() in empty


def _has_no_row_of_none(tokens: Sequence[Piece], start: int, end: int) -> bool:
    """Return whether a query makes no row of no rows: it has groups, or no aggregate."""
    if "GROUP" in tokens[end:]:
        groups = tokens[end + tokens[end:].index("GROUP") + 2 :]
        return _GROUPS_OF_NONE.isdisjoint(groups) and not isinstance(next(iter(groups), ()), tuple)
    if "HAVING" in tokens[end:]:
        return False
    after = next((n for n in range(end, len(tokens)) if tokens[n] in _OF_RESULTS), None)
    return _is_of_rows(tokens[:start]) and (after is None or _is_of_rows(tokens[after:]))


def _is_of_rows(tokens: Sequence[Piece]) -> bool:
    return all(
        (not isinstance(token, tuple) or _is_of_rows(token))
        and (
            not isinstance(token, tuple)
            or not isinstance(before, str)
            or not (before[0].isalnum() or before[0] in '_"')
            or before in _OF_A_ROW
            or after == "OVER"  # of a window: a value of each row
        )
        for before, token, after in zip(("(", *tokens), tokens, (*tokens[1:], ""), strict=False)
    )
