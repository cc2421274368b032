"""Translate the SQL of views, checks and reports for Apache Spark.

Statements are written for DuckDB, in a subset that Spark has too. sqlglot translates them; what it
leaves different is adapted here: regular expressions (RE2 to Java), first matches, wildcards
without an escape character, decimals. Spark has no statements that write to the tables of a
session: :func:`to_spark` splits them into a query and what becomes of its rows.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any
from zlib import crc32

import sqlglot
from sqlglot import ErrorLevel, exp
from sqlglot.errors import SqlglotError
from sqlglot.optimizer.simplify import simplify

if TYPE_CHECKING:
    from collections.abc import Callable

_TYPES = {"BIGINT": "BIGINT", "DOUBLE": "DOUBLE", "BOOLEAN": "BOOLEAN", "TIMESTAMPTZ": "TIMESTAMP"}
"Spark's types, by those of DuckDB; all others are STRING."
_PARTS = re.compile(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|.", re.DOTALL)
"In a regular expression: an escaped character, a class, any other character."
_NO_ESCAPE = "\x01"
"In place of Spark's escape character, the backslash: it is in no pattern."


class NotInSubsetError(ValueError):
    """A statement that DuckDB and Spark do not share; the message says why."""


@dataclass(frozen=True, slots=True)
class Recursion:
    """A recursive query, as the queries of its rounds.

    Spark has WITH RECURSIVE since 4.1, and runs it again wherever it is read: 20 rounds that four
    parts of a query read took 15 to 33 seconds, these 6 to 10.
    """

    table: str
    "Name of the table: while it is made, the rows of the last round; then those of all."
    first: str
    "Query of the first rows."
    next: str
    "Query of the rows that follow from those of the last round; it ends with a round without any."


@dataclass(frozen=True, slots=True)
class Statement:
    """A statement for Spark."""

    query: str
    "Empty: there is none; a table that is created has no rows then."
    table: str = ""
    "Name of the table that its rows become; empty: they are returned."
    columns: tuple[tuple[str, str], ...] = ()
    "Names and Spark's types of a table that is created without rows."
    recursion: Recursion | None = None
    "What has to be made before: the query reads its table."


@lru_cache(maxsize=4096)
def to_spark(sql: str) -> Statement:
    """Translate a statement of DuckDB's.

    Raises:
        NotInSubsetError: Spark does not have it.
    """
    tree = parsed(sql)
    query = tree if isinstance(tree, exp.Query) else tree.args.get("expression")
    recursion = _take_recursion(query) if query else None
    made = _query(query) if query else ""
    if query is tree:
        return Statement(made, recursion=recursion)
    if not isinstance(tree, exp.Create):
        raise NotInSubsetError(f"{type(tree).__name__.upper()} is no statement for Spark.")
    table = tree.find(exp.Table)
    assert table is not None
    named = tree.this.expressions if isinstance(tree.this, exp.Schema) else []
    columns = tuple((each.name, _spark_type(each.args.get("kind"))) for each in named)
    return Statement(made, table.name, columns, recursion)


def _spark_type(kind: exp.Expr | None) -> str:
    return _TYPES.get(kind.sql("duckdb") if kind else "", "STRING")


def _take_recursion(query: exp.Expr) -> Recursion | None:
    """Take the recursive table out of a query, if it begins with one."""
    ctes = query.ctes if isinstance(query, exp.Query) else []
    place = next((place for place, cte in enumerate(ctes) if is_recursive(cte)), None)
    if place is None:
        return None
    union, name = ctes[place].this, ctes[place].alias
    table = f"{name}_{crc32(query.sql().encode()):08x}"
    for node in query.find_all(exp.Table):
        if node.name == name:
            node.replace(exp.to_table(table, alias=node.alias or name))
    before = [cte.copy() for cte in ctes[:place]]
    parts = []
    for part in (union.this, union.expression):
        if before:
            part.set("with_", exp.With(expressions=[cte.copy() for cte in before]))
        parts.append(_query(part))
    rest = [cte.copy() for cte in (*before, *ctes[place + 1 :])]
    query.set("with_", exp.With(expressions=rest) if rest else None)
    return Recursion(table, *parts)


def is_recursive(cte: exp.Expr) -> bool:
    """Whether a common table expression reads from itself."""
    return isinstance(cte.this, exp.Union) and any(
        table.name == cte.alias for table in cte.this.find_all(exp.Table)
    )


def parsed(sql: str) -> exp.Expr:
    """Return the tree of one statement.

    Raises:
        NotInSubsetError: it is no statement, or several.
    """
    try:
        trees = sqlglot.parse(sql, read="duckdb")
    except SqlglotError as error:
        raise NotInSubsetError(str(error)) from None
    if len(trees) != 1 or trees[0] is None:
        raise NotInSubsetError("Not one statement.")
    return trees[0]


def _query(tree: exp.Expr) -> str:
    root = exp.Subquery(this=tree.copy())
    for node in reversed(list(root.this.walk(bfs=False))):  # what is in a node before the node
        adapt = _ADAPTED.get(type(node))
        if adapt and (adapted := adapt(node.copy())) and not isinstance(node.parent, exp.Escape):
            node.replace(adapted)
    try:
        return str(root.this.sql("spark", unsupported_level=ErrorLevel.RAISE))
    except SqlglotError as error:
        raise NotInSubsetError(str(error)) from None


def _matching(node: exp.Expr) -> exp.Expr:
    if node.args.get("flag"):
        raise NotInSubsetError("REGEXP_MATCHES has no flags: begin the pattern with (?i).")
    node.set("expression", _java_pattern(simplify(node.expression)))
    return node


def _without_escapes(node: exp.Expr) -> exp.Expr:
    return exp.Escape(this=node, expression=exp.Literal.string(_NO_ESCAPE))


def _of_values(node: exp.Expr) -> exp.Expr:
    """Leave out rows where the value of ARG_MAX is NULL, as DuckDB does."""
    is_there = exp.Not(this=exp.Is(this=node.this.copy(), expression=exp.Null()))
    node.set("expression", exp.Case().when(is_there, node.expression))
    return node


def _first_number(node: exp.Expr) -> exp.Expr | None:
    """Return FIRST_NUMBER, a macro on DuckDB, for Spark: the least structure, with NULL last."""
    if node.name.upper() != "FIRST_NUMBER":
        return None
    number, *columns = node.expressions
    places = [
        part
        for column in columns
        for part in (exp.Is(this=column.copy(), expression=exp.Null()), column.copy())
    ]
    order = exp.Anonymous(this="STRUCT", expressions=[*places, number.copy()])
    return _of_values(exp.ArgMin(this=number, expression=order))


def _of_texts(node: exp.Expr) -> exp.Expr:
    """Make texts of what CONCAT gets: NULL becomes '', which Spark would cast to a number."""
    texts = [each if each.is_string else exp.cast(each, "text") for each in node.expressions]
    node.set("expressions", texts)
    return node


def _of_whole_units(node: exp.Expr) -> exp.Expr:
    """Cut what DATE_DIFF gets to its unit: DuckDB counts its bounds, Spark whole units between."""
    for name in ("this", "expression"):
        unit = exp.var(node.text("unit"))
        node.set(name, exp.TimestampTrunc(this=node.args[name], unit=unit))
    return node


def _not_in(node: exp.Expr) -> exp.Expr | None:
    """Let NOT IN of a query be a join by equality: Spark would compare each row with each."""
    found = node.this
    if not isinstance(found, exp.In) or not found.args.get("query"):
        return None
    is_there = exp.Coalesce(this=found, expressions=[exp.false()])
    is_null = exp.Is(this=found.this.copy(), expression=exp.Null())
    return exp.paren(exp.and_(exp.Not(this=is_there), exp.Not(this=is_null)))


def _as_double(node: exp.Expr) -> exp.Expr | None:
    """Make a decimal a DOUBLE."""
    is_decimal = node.is_number and "." in node.name
    return exp.Literal.number(f"{node.name}E0") if is_decimal else None


def _replacing(node: exp.RegexpReplace) -> exp.Expr:
    """Return REGEXP_REPLACE for Spark, which replaces every match: DuckDB does so with 'g'."""
    modifiers = node.args["modifiers"].name if node.args.get("modifiers") else ""
    replacement = _constant(node.args["replacement"])
    pattern = simplify(node.expression)
    if "i" in modifiers:
        pattern = exp.Literal.string(f"(?i){_constant(pattern)}")
    pattern = _java_pattern(pattern)
    if "g" in modifiers:
        new = _java_replacement(replacement, 0)
    else:
        before, after = map(exp.Literal.string, (r"\A((?s:.*?))(?:", r")(?<rest>(?s:.*))\z"))
        pattern = exp.DPipe(this=exp.DPipe(this=before, expression=pattern), expression=after)
        new = f"$1{_java_replacement(replacement, 1)}${{rest}}"
    arguments = [node.this, simplify(pattern), exp.Literal.string(new)]
    return exp.Anonymous(this="REGEXP_REPLACE", expressions=arguments)


_ADAPTED: dict[type[exp.Expr], Callable[[Any], exp.Expr | None]] = {
    exp.RegexpReplace: _replacing,
    exp.RegexpLike: _matching,
    exp.RegexpExtract: _matching,
    exp.Like: _without_escapes,
    exp.ArgMax: _of_values,
    exp.ArgMin: _of_values,
    exp.Concat: _of_texts,
    exp.DateDiff: _of_whole_units,
    exp.Not: _not_in,
    exp.Literal: _as_double,
    exp.Anonymous: _first_number,
}


def _constant(node: exp.Expr) -> str:
    """Return the value of a text.

    Raises:
        NotInSubsetError: it is not constant.
    """
    if not (text := simplify(node)).is_string:
        raise NotInSubsetError(f"{node.sql('duckdb')} is not constant.")
    return str(text.name)


def _java_pattern(pattern: exp.Expr) -> exp.Expr:
    return exp.Literal.string(java_pattern(pattern.name)) if pattern.is_string else pattern


def java_pattern(pattern: str) -> str:
    r"""Return a pattern of RE2, as DuckDB has them, for Java.

    Java's ``$`` would match before a last line break, its ``.`` no other line ends, its ``(?i)``
    ASCII letters only, and ``[`` in a class would begin another one.
    """
    made = []
    for part in re.findall(_PARTS, pattern):
        if part.startswith("[") and len(part) > 1:
            head = re.match(r"\[\^?\]?", part)
            assert head is not None
            made.append(head[0] + re.sub(r"(?<!\\)\[", r"\\[", part[head.end() :]))
        else:
            made.append(r"\z" if part == "$" else part)
    text = "".join(made).replace("(?i)", "(?iu)")
    return f"(?d){text}" if "." in text else text


def _java_replacement(replacement: str, shift: int) -> str:
    r"""Return a replacement for Java: ``\1`` is ``$1``, plus the groups before."""
    parts = re.split(r"\\(\d)", replacement)
    quoted = [re.sub(r"([\\$])", r"\\\1", text) for text in parts[::2]]
    groups = [f"${int(number) + shift}" for number in parts[1::2]] + [""]
    return "".join(text + group for text, group in zip(quoted, groups, strict=True))
