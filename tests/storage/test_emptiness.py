"""A query is told to have no rows only if it has none, whatever the tables hold."""

from __future__ import annotations

from importlib.resources import files
from random import Random

import pytest
from checks.test_any_rows import any_rows, store_of, used
from make_readmes import columns_of_views

from sitemap_audit.analysis.catalogue.catalogue import load_checks
from sitemap_audit.analysis.runner import prepare
from sitemap_audit.analysis.views import COLUMNS, views_before_checks, written_views
from sitemap_audit.storage.emptiness import has_no_rows

EMPTY = {"none", "nothing"}


@pytest.mark.parametrize(
    ("query", "is_told"),
    [
        pytest.param("SELECT a FROM none", True, id="table"),
        pytest.param("SELECT a FROM some", False, id="table with rows"),
        pytest.param("SELECT a FROM some AS x INNER JOIN none AS y ON x.a = y.a", True, id="inner"),
        pytest.param("SELECT a FROM some CROSS JOIN none", True, id="cross"),
        pytest.param("SELECT a FROM some SEMI JOIN none ON some.a = none.a", True, id="semi"),
        pytest.param("SELECT a FROM some ANTI JOIN none ON some.a = none.a", False, id="anti"),
        pytest.param("SELECT a FROM some LEFT JOIN none ON some.a = none.a", False, id="left"),
        pytest.param("SELECT a FROM none LEFT JOIN some ON some.a = none.a", True, id="left of it"),
        pytest.param(
            "SELECT a FROM some LEFT JOIN b INNER JOIN none ON b.a = none.a ON some.a = b.a",
            False,
            id="inner within left",
        ),
        pytest.param("SELECT a FROM none RIGHT JOIN some ON some.a = none.a", False, id="right"),
        pytest.param("SELECT a FROM none FULL JOIN some ON some.a = none.a", False, id="full"),
        pytest.param("SELECT a FROM none FULL JOIN nothing ON TRUE", True, id="full of none"),
        pytest.param("SELECT a FROM none FULL JOIN nothing(3) ON TRUE", False, id="full function"),
        pytest.param("SELECT MIN(a) OVER (PARTITION BY a) FROM none", True, id="window"),
        pytest.param(
            "WITH RECURSIVE t AS (SELECT a FROM none UNION SELECT a FROM t) SELECT a FROM t",
            True,
            id="recursive",
        ),
        pytest.param(
            "WITH RECURSIVE t AS (SELECT 1 AS a UNION SELECT a FROM t) SELECT a FROM t",
            False,
            id="recursive with rows",
        ),
        pytest.param(
            "WITH RECURSIVE t AS (SELECT * FROM t UNION ALL SELECT * FROM t) SELECT * FROM t",
            False,
            id="recursive of a table with its name",
        ),
        pytest.param(
            "WITH RECURSIVE t AS (SELECT * FROM t) SELECT * FROM t",
            False,
            id="with, of a table with its name",
        ),
        pytest.param("SELECT a FROM none UNION ALL SELECT a FROM nothing", True, id="union"),
        pytest.param("SELECT a FROM none UNION SELECT a FROM some", False, id="union of rows"),
        pytest.param("SELECT COUNT(*) FROM none", False, id="aggregate"),
        pytest.param("SELECT my_sum(a) FROM none", False, id="unknown function"),
        pytest.param("SELECT 1 FROM none ORDER BY MIN(a)", False, id="aggregate in the order"),
        pytest.param("SELECT a, COUNT(*) FROM none GROUP BY a", True, id="groups"),
        pytest.param("SELECT COUNT(*) FROM none GROUP BY ALL", False, id="groups of no column"),
        pytest.param("SELECT COUNT(*) FROM none GROUP BY ()", False, id="the group of all"),
        pytest.param("SELECT 1 FROM none HAVING COUNT(*) = 0", False, id="having"),
        pytest.param("WITH t AS (SELECT a FROM none) SELECT LOWER(a) FROM t", True, id="with"),
        pytest.param("WITH none AS (SELECT 1) SELECT a FROM none", False, id="other of the name"),
        pytest.param('WITH "none" AS (SELECT 1) SELECT a FROM none', False, id="quoted name"),
        pytest.param(
            "SELECT 1 FROM none QUALIFY ROW_NUMBER() OVER (ORDER BY COUNT(*)) = 1",
            False,
            id="aggregate in qualify",
        ),
        pytest.param("SELECT a FROM WHERE a", False, id="from nothing"),
        pytest.param("WITH t AS", False, id="with nothing"),
        pytest.param("SELECT a FROM (SELECT a FROM none) AS t", True, id="subquery"),
        pytest.param("SELECT a IS DISTINCT FROM none FROM some", False, id="distinct from"),
        pytest.param("SELECT a FROM some WHERE b IN (SELECT b FROM none)", False, id="condition"),
        pytest.param("SELECT ' FROM none' /* FROM none */ -- FROM none", False, id="text"),
        pytest.param("SELECT a FROM none.some", False, id="schema"),
        pytest.param("SELECT a FROM none(3)", False, id="function"),
        pytest.param("VALUES (1)", False, id="values"),
    ],
)
def test_no_row_can_come_of_empty_tables(query: str, *, is_told: bool) -> None:
    assert has_no_rows(query, EMPTY) == is_told


@pytest.mark.parametrize("seed", [None, 1, 2, 3])
def test_queries_told_to_have_no_rows_have_none(seed: int | None) -> None:
    rows = {} if seed is None else any_rows(Random(seed))
    with store_of(rows) as store:
        prepare(store)
        made = views_before_checks()
        empty = store.empty_tables()
        queries = [
            *((view.sql, {}) for name, view in written_views().items() if name in made),
            *((check.sql, used(check)) for check in load_checks()),
        ]
        told = [each for each in queries if has_no_rows(each[0], empty)]
        assert len(told) > (300 if seed is None else 0)
        for query, parameters in told:
            assert store.value(f"SELECT COUNT(*) FROM ({query}\n)", parameters) == 0, query


def test_the_columns_of_the_views_are_those_of_their_queries() -> None:
    written = (files("sitemap_audit") / "views" / COLUMNS).read_text(encoding="utf-8")
    assert written == columns_of_views(), "python tests/make_readmes.py writes it anew"
