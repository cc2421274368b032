"""Say what of a statement is outside of the SQL that DuckDB and Spark share."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import sqlglot
from sqlglot import exp
from sqlglot.errors import SqlglotError

from sitemap_audit.storage.transpile import NotInSubsetError, is_recursive, parsed, to_spark

if TYPE_CHECKING:
    from collections.abc import Iterator

_LISTS = (exp.Array, exp.List, exp.Unnest, exp.Struct, exp.Map, exp.Bracket)
_OF_LISTS = re.compile("(?i)(array|list_|map_|struct_)")
"Functions that take or make them."
_REFUSED = {"HASH", "PRINTF", "FORMAT"}
"Functions that the engines do not share, or whose results differ."


def faults(sql: str) -> Iterator[str]:
    """Say what keeps a statement from running on Spark as it does on DuckDB."""
    try:
        tree = parsed(sql)
        sqlglot.parse_one(to_spark(sql).query or "SELECT 1", read="spark")
    except (NotInSubsetError, SqlglotError) as error:
        yield f"cannot be translated ({error})"
        return
    if tree.args.get("by_name"):
        yield "BY NAME"
    if re.search(r"(?i)\b(order|group) by all\b", sql):
        yield "BY ALL"
    for node in tree.walk():
        if isinstance(node, exp.CTE):
            yield from _faults_of_cte(node)
        elif fault := _fault(node):
            yield fault


def _fault(node: exp.Expr) -> str | None:
    """Return the fault of a part of a statement, without what is in it."""
    found = {
        "a list": isinstance(node, _LISTS) or _OF_LISTS.match(_function(node)) is not None,
        "QUALIFY": isinstance(node, exp.Qualify),
        "SELECT *": isinstance(node, exp.Select) and node.is_star and not _is_of_values(node),
        "a window without PARTITION BY": (
            isinstance(node, exp.Window) and not node.args.get("partition_by")
        ),
        "rowid": isinstance(node, exp.Column) and node.name.lower() == "rowid",
        "a join without an equality": isinstance(node, exp.Join) and _compares_all(node),
        "EXISTS without an equality": isinstance(node, exp.Exists) and _asks_all(node),
        _function(node): _function(node) in _REFUSED,
    }
    return next((fault for fault, is_there in found.items() if is_there), None)


def _function(node: exp.Expr) -> str:
    """Return the name of a function in capitals; empty for what is none."""
    if isinstance(node, exp.Anonymous):
        return node.name.upper()
    return node.sql_name() if isinstance(node, exp.Func) else ""


def _is_of_values(select: exp.Select) -> bool:
    """Whether it is what sqlglot makes of a list of VALUES."""
    source = select.args.get("from_") or select.args.get("from")
    return source is not None and isinstance(source.this, exp.Values)


def _compares_all(join: exp.Join) -> bool:
    """Whether each row is compared with each, which takes the square of their number.

    Cross joins, ON TRUE too, are those with one row.
    """
    on = join.args.get("on")
    if on is None or isinstance(on, exp.Boolean):
        return False
    return not any(map(_is_equality, _conditions(on)))


def _asks_all(exists: exp.Exists) -> bool:
    """Whether each row of a subquery is compared with each row outside of it."""
    query = exists.this
    own = {table.alias_or_name for table in query.find_all(exp.Table)}
    is_of_others = any(column.table not in {"", *own} for column in query.find_all(exp.Column))
    where = query.args.get("where")
    return is_of_others and not (where and any(map(_is_equality, _conditions(where.this))))


def _conditions(condition: exp.Expr) -> Iterator[exp.Expr]:
    """Yield the parts of a condition that are joined by AND."""
    condition = condition.unnest()
    if isinstance(condition, exp.And):
        yield from _conditions(condition.left)
        yield from _conditions(condition.right)
    else:
        yield condition


def _is_equality(condition: exp.Expr) -> bool:
    """Whether columns of one table equal columns of another: rows can be found by a hash."""
    if not isinstance(condition, (exp.EQ, exp.NullSafeEQ)):
        return False
    left, right = (
        {column.table for column in side.find_all(exp.Column)}
        for side in (condition.left, condition.right)
    )
    return bool(left and right) and left.isdisjoint(right)


def _faults_of_cte(cte: exp.CTE) -> Iterator[str]:
    if cte.args.get("materialized"):
        yield "MATERIALIZED"
    if is_recursive(cte) and cte.this.args.get("distinct"):
        yield "a recursive UNION without ALL"
