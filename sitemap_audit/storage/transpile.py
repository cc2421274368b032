"""Translate the SQL of views, checks and reports for Apache Spark.

Statements are written for DuckDB, in a subset that Spark has too. sqlglot translates them; what it
leaves different is adapted here: regular expressions (RE2 to Java), first matches, wildcards
without an escape character, decimals. Spark has no statements that write to the tables of a
session: :func:`to_spark` splits them into a query and what becomes of its rows.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import TYPE_CHECKING, Any
from zlib import crc32

import sqlglot
from sqlglot import ErrorLevel, exp
from sqlglot.errors import SqlglotError

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


class Action(StrEnum):
    """What becomes of the rows of a statement's query."""

    RETURN = "return"
    CREATE = "create"
    "They become a table, in place of an earlier one."
    INSERT = "insert"
    DROP = "drop"
    "There is no query."


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

    action: Action
    query: str = ""
    "Empty: there is none; a table that is created has no rows then."
    table: str = ""
    columns: tuple[tuple[str, str], ...] = ()
    "Of CREATE: names and Spark's types of a table without rows. Of INSERT: names, if it has some."
    recursion: Recursion | None = None
    "What has to be made before: the query reads its table."


@lru_cache(maxsize=4096)
def to_spark(sql: str) -> Statement:
    """Translate a statement of DuckDB's.

    Raises:
        NotInSubsetError: Spark does not have it.
    """
    tree = parsed(sql)
    if isinstance(tree, exp.Drop):
        return Statement(Action.DROP, table=_table_of(tree))
    if isinstance(tree, exp.Create):
        target = tree.this
        if isinstance(target, exp.Schema):
            columns = tuple((each.name, _spark_type(each.kind)) for each in target.expressions)
            return Statement(Action.CREATE, table=target.this.name, columns=columns)
        return _statement(Action.CREATE, tree.expression, target.name)
    if isinstance(tree, exp.Insert):
        target = tree.this
        names: tuple[tuple[str, str], ...] = ()
        if isinstance(target, exp.Schema):
            names = tuple((each.name, "") for each in target.expressions)
            target = target.this
        return _statement(Action.INSERT, tree.expression, target.name, names)
    if isinstance(tree, exp.Query):
        return _statement(Action.RETURN, tree)
    raise NotInSubsetError(f"{type(tree).__name__.upper()} is no statement for Spark.")


def _statement(
    action: Action, query: exp.Expr, table: str = "", columns: tuple[tuple[str, str], ...] = ()
) -> Statement:
    query = query.copy()
    recursion = _take_recursion(query)
    return Statement(action, _query(query), table, columns, recursion)


def _take_recursion(query: exp.Expr) -> Recursion | None:
    """Take the recursive table out of a query, if it begins with one."""
    ctes = query.args["with_"].expressions if query.args.get("with_") else []
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


def _table_of(tree: exp.Expr) -> str:
    table = tree.find(exp.Table)
    return table.name if table else ""


def _spark_type(kind: exp.Expr | None) -> str:
    return _TYPES.get(kind.sql("duckdb").upper() if kind else "", "STRING")


def _query(tree: exp.Expr) -> str:
    root = exp.Subquery(this=tree.copy())
    for node in reversed(list(root.this.walk(bfs=False))):  # what is in a node before the node
        if isinstance(node.parent, (exp.Escape, exp.IgnoreNulls)):
            continue
        adapted = _adapted(node.copy())
        if adapted is not None:
            node.replace(adapted)
    try:
        return str(root.this.sql("spark", unsupported_level=ErrorLevel.RAISE))
    except SqlglotError as error:
        raise NotInSubsetError(str(error)) from None


def _adapted(node: exp.Expr) -> exp.Expr | None:
    """Return what does the same on Spark as a part of a statement; None if that does so itself."""
    adapt = _ADAPTED.get(type(node))
    return adapt(node) if adapt else None


def _matching(node: exp.Expr) -> exp.Expr:
    if node.args.get("flag"):
        raise NotInSubsetError("REGEXP_MATCHES has no flags: begin the pattern with (?i).")
    node.set("expression", _java_pattern(node.expression))
    if isinstance(node, exp.RegexpExtract) and not node.args.get("group"):
        node.set("group", exp.Literal.number(0))
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
    node.set("expressions", [_as_text(each) for each in node.expressions])
    return node


def _of_whole_units(node: exp.Expr) -> exp.Expr:
    """Cut what DATE_DIFF gets to its unit: DuckDB counts its bounds, Spark whole units between."""
    unit = node.text("unit").upper()
    if unit not in _CUT:
        raise NotInSubsetError(f"DATE_DIFF of '{unit.lower()}': it is of 'day' or 'second'.")
    for name in ("this", "expression"):
        node.set(name, _CUT[unit](node.args[name]))
    return node


_CUT: dict[str, Callable[[Any], exp.Expr]] = {
    "DAY": lambda moment: exp.cast(moment, "date"),
    "SECOND": lambda moment: exp.TimestampTrunc(this=moment, unit=exp.var("SECOND")),
}


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
    is_decimal = not node.args.get("is_string") and "." in node.name
    return exp.Literal.number(f"{node.name}E0") if is_decimal else None


def _as_text(node: exp.Expr) -> exp.Expr:
    is_text = isinstance(node, exp.Literal) and node.is_string
    return node if is_text else exp.cast(node, "text")


def _replacing(node: exp.RegexpReplace) -> exp.Expr:
    """Return REGEXP_REPLACE for Spark, which replaces every match: DuckDB does so with 'g'."""
    modifiers = node.args["modifiers"].name if node.args.get("modifiers") else ""
    replacement = _constant(node.args["replacement"])
    pattern = node.expression
    if "i" in modifiers:
        pattern = exp.Literal.string(f"(?i){_constant(pattern)}")
    if "g" in modifiers:
        made, new = _java_pattern(pattern), _java_replacement(replacement, 0)
    else:
        java = _java_pattern(pattern)
        made = _concatenated(r"\A((?s:.*?))(?:", java, r")((?s:.*))\z")
        groups = _groups(_constant(pattern)) if _is_constant(pattern) else 0
        new = f"$1{_java_replacement(replacement, 1)}${groups + 2}"
    arguments = [node.this, made, exp.Literal.string(new)]
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
    exp.AnyValue: lambda node: exp.IgnoreNulls(this=node),
}


def _concatenated(before: str, pattern: exp.Expr, after: str) -> exp.Expr:
    if _is_constant(pattern):
        return exp.Literal.string(before + _constant(pattern) + after)
    head, tail = exp.Literal.string(before), exp.Literal.string(after)
    return exp.DPipe(this=exp.DPipe(this=head, expression=pattern), expression=tail)


def _is_constant(node: exp.Expr) -> bool:
    return all(isinstance(each, (exp.DPipe, exp.Paren, exp.Literal)) for each in node.walk())


def _constant(node: exp.Expr) -> str:
    """Return the value of a text, or of constant texts that are joined.

    Raises:
        NotInSubsetError: it is not constant.
    """
    if not _is_constant(node):
        raise NotInSubsetError(f"{node.sql('duckdb')} is not constant.")
    return "".join(each.name for each in node.find_all(exp.Literal, bfs=False))


def _java_pattern(pattern: exp.Expr) -> exp.Expr:
    if not _is_constant(pattern):
        return pattern
    return exp.Literal.string(java_pattern(_constant(pattern)))


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


def _groups(pattern: str) -> int:
    """Count the groups that a pattern captures."""
    parts = re.findall(_PARTS, pattern)
    pairs = zip(parts, [*parts[1:], ""], strict=True)
    return sum(part == "(" and following != "?" for part, following in pairs)


def _java_replacement(replacement: str, shift: int) -> str:
    r"""Return a replacement for Java: ``\1`` is ``$1``, plus the groups before."""
    parts = re.split(r"\\(\d)", replacement)
    quoted = [re.sub(r"([\\$])", r"\\\1", text) for text in parts[::2]]
    groups = [f"${int(number) + shift}" for number in parts[1::2]] + [""]
    return "".join(text + group for text, group in zip(quoted, groups, strict=True))
