"""Views and checks stay in the SQL that DuckDB and Spark share.

sqlglot translates each; what it cannot translate, or what the two engines do differently, is
refused.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
import sqlglot
from sqlglot import ErrorLevel, exp
from sqlglot.errors import SqlglotError

from sitemap_audit.analysis.catalogue.catalogue import load_checks
from sitemap_audit.analysis.views import written_views

if TYPE_CHECKING:
    from collections.abc import Iterator

OUTSIDE = {
    "checks/site/near-duplicate": "a window without PARTITION BY ranks the languages",
    "views/cluster_nodes": "a window without PARTITION BY numbers all URLs",
}
"""What is outside of the common subset, and why. This list only gets shorter."""

QUERIES = {
    **{f"views/{name}": query for name, query in written_views().items()},
    **{f"checks/{check.name}": check.sql for check in load_checks()},
    **{
        f"checks/{check.name}, its rows": f"SELECT COUNT(*) FILTER (WHERE {check.unknown}) AS n"
        f" FROM {check.over} WHERE {check.when}"
        for check in load_checks()
    },
}
LISTS = (exp.Array, exp.List, exp.Unnest, exp.Struct, exp.Map, exp.Bracket)
OF_LISTS = re.compile("(?i)(array|list_|map_|struct_)")
"Functions that take or make them."
REFUSED = {"HASH", "PRINTF", "FORMAT"}
"Functions that the engines do not share, or whose results differ."


def faults(query: str) -> Iterator[str]:
    """What keeps a query from running on Spark as it does on DuckDB."""
    try:
        tree = sqlglot.parse_one(query, read="duckdb")
        spark = tree.sql("spark", unsupported_level=ErrorLevel.RAISE)
        sqlglot.parse_one(spark, read="spark")
    except SqlglotError as error:
        yield f"cannot be translated ({error})"
        return
    for node in tree.walk():
        if isinstance(node, LISTS) or OF_LISTS.match(function(node)):
            yield "a list"
        elif isinstance(node, exp.Qualify):
            yield "QUALIFY"
        elif isinstance(node, exp.Select) and node.is_star and not is_of_values(node):
            yield "SELECT *"
        elif isinstance(node, exp.Window) and not node.args.get("partition_by"):
            yield "a window without PARTITION BY"
        elif function(node) in REFUSED:
            yield function(node)
        elif isinstance(node, exp.CTE):
            yield from faults_of_cte(node)
    if re.search(r"(?i)\border by all\b|\bgroup by all\b", query):
        yield "BY ALL"


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


@pytest.mark.parametrize(
    ("query", "fault"),
    [
        ("SELECT LIST(url) AS urls FROM pages", "a list"),
        ("SELECT LIST_CONTAINS(urls, 'a') AS has FROM pages", "a list"),
        ("SELECT * FROM pages", "SELECT *"),
        ("SELECT url FROM pages QUALIFY ROW_NUMBER() OVER (PARTITION BY url) = 1", "QUALIFY"),
        ("SELECT SUM(1) OVER () AS n FROM pages", "a window without PARTITION BY"),
        ("WITH a AS MATERIALIZED (SELECT 1 AS b) SELECT b FROM a", "MATERIALIZED"),
        ("SELECT url FROM pages ORDER BY ALL", "BY ALL"),
    ],
)
def test_what_is_outside_of_the_subset_is_refused(query: str, fault: str) -> None:
    assert fault in set(faults(query))


@pytest.mark.parametrize("name", [name for name in QUERIES if name not in OUTSIDE])
def test_it_translates_to_spark(name: str) -> None:
    assert sorted(set(faults(QUERIES[name]))) == []


@pytest.mark.parametrize("name", OUTSIDE)
def test_what_is_listed_as_outside_still_is(name: str) -> None:
    assert list(faults(QUERIES[name])), "it translates now: take it off the list"
