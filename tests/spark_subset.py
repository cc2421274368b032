"""What keeps a statement from running on Spark as it does on DuckDB."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import sqlglot
from sqlglot import ErrorLevel, exp
from sqlglot.errors import SqlglotError

if TYPE_CHECKING:
    from collections.abc import Iterator


STATEMENTS = (exp.Query, exp.Create, exp.Insert, exp.Drop)
LISTS = (exp.Array, exp.List, exp.Unnest, exp.Struct, exp.Map, exp.Bracket)
OF_LISTS = re.compile("(?i)(array|list_|map_|struct_)")
"Functions that take or make them."
REFUSED = {"HASH", "PRINTF", "FORMAT"}
"Functions that the engines do not share, or whose results differ."


def faults(query: str) -> Iterator[str]:
    """What keeps a statement from running on Spark as it does on DuckDB."""
    try:
        tree = sqlglot.parse_one(query, read="duckdb")
        if len(sqlglot.parse(query, read="duckdb")) > 1:
            yield "several statements"
        spark = tree.sql("spark", unsupported_level=ErrorLevel.RAISE)
        sqlglot.parse_one(spark, read="spark")
    except SqlglotError as error:
        yield f"cannot be translated ({error})"
        return
    if not isinstance(tree, STATEMENTS):
        yield type(tree).__name__.upper()
    if tree.args.get("by_name"):
        yield "BY NAME"
    if re.search(r"(?i)\border by all\b|\bgroup by all\b", query):
        yield "BY ALL"
    for node in tree.walk():
        yield from faults_of_node(node)


def faults_of_node(node: exp.Expr) -> Iterator[str]:
    """The same of a part of a statement, without what is in it."""
    if isinstance(node, LISTS) or OF_LISTS.match(function(node)):
        yield "a list"
    elif isinstance(node, exp.Qualify):
        yield "QUALIFY"
    elif isinstance(node, exp.Select) and node.is_star and not is_of_values(node):
        yield "SELECT *"
    elif isinstance(node, exp.Window) and not node.args.get("partition_by"):
        yield "a window without PARTITION BY"
    elif isinstance(node, exp.Column) and node.name.lower() == "rowid":
        yield "rowid"
    elif function(node) in REFUSED:
        yield function(node)
    elif isinstance(node, exp.CTE):
        yield from faults_of_cte(node)


def function(node: exp.Expr) -> str:
    """The name of a function in capitals; empty for what is none."""
    if isinstance(node, exp.Anonymous):
        return node.name.upper()
    return node.sql_name() if isinstance(node, exp.Func) else ""


def is_of_values(select: exp.Select) -> bool:
    """Whether it is what sqlglot makes of a list of VALUES."""
    source = select.args.get("from_") or select.args.get("from")
    return source is not None and isinstance(source.this, exp.Values)


def faults_of_cte(cte: exp.CTE) -> Iterator[str]:
    if cte.args.get("materialized"):
        yield "MATERIALIZED"
    is_recursive = any(table.name == cte.alias for table in cte.this.find_all(exp.Table))
    if is_recursive and isinstance(cte.this, exp.Union) and cte.this.args.get("distinct"):
        yield "a recursive UNION without ALL"
