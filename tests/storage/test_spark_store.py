"""Statements give on Spark what they give on DuckDB, and the stores behave alike."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from sitemap_audit.errors import ClusterError, NoSuchColumnError, QueryError
from sitemap_audit.storage.duckdb import DuckDBStore
from sitemap_audit.storage.spark import SparkStore
from sitemap_audit.storage.spark_session import spark_session
from sitemap_audit.storage.transpile import NotInSubsetError, to_spark

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pyspark.sql import SparkSession

pytestmark = pytest.mark.thorough
ROWS: list[dict[str, Any]] = [
    {"url": "https://example.com/a?SID=1&b=2", "number": 1, "share": 0.5, "yes": True},
    {"url": "https://example.com/a\n", "number": None, "share": None, "yes": None},
    {"url": "/100%_of\\it$1", "number": -7, "share": 1e20, "yes": False},
    {"url": "ÄÖ straße\u2028x", "number": 0, "share": -0.0, "yes": True},
    {"url": "", "number": 12345678, "share": 0.1, "yes": None},
    {"url": None, "number": 5, "share": 2.0, "yes": False},
]
LATE = "CAST('2026-01-15T23:59:59.9Z' AS TIMESTAMPTZ)"
NEXT = "CAST('2026-01-16T00:00:01.1Z' AS TIMESTAMPTZ)"
EXPRESSIONS = {
    "days that begin between two moments": f"number + DATE_DIFF('day', {LATE}, {NEXT})",
    "seconds that begin between them": f"number + DATE_DIFF('second', {LATE}, {NEXT})",
    "hours that begin between them": f"number + DATE_DIFF('hour', {LATE}, {NEXT})",
    "a pattern matches the end, not a last line break": "REGEXP_MATCHES(url, 'a$')",
    "a dot matches what ends lines elsewhere": "REGEXP_MATCHES(url, 'e.x')",
    "letters beyond ASCII are folded": "REGEXP_MATCHES(url, '(?i)äö')",
    "a bracket in a class": "REGEXP_MATCHES(url, '[[%]')",
    "an extracted group": "REGEXP_EXTRACT(url, '([a-z]+)[.]com', 1)",
    "a whole match": "REGEXP_EXTRACT(url, '[a-z]+[.]com')",
    "the first match is replaced": "REGEXP_REPLACE(url, 'a', '$1')",
    "every match is replaced": "REGEXP_REPLACE(url, '(e)(x)?', '<\\2\\1>', 'g')",
    "in either case": "REGEXP_REPLACE(url, 'sid=[0-9]+', 'x', 'gi')",
    "a replacement in another": (
        "REGEXP_REPLACE(REGEXP_REPLACE(url, '([?&])SID=[^&]*', '\\1', 'g'), '[?]&', '?')"
    ),
    "wildcards": "url LIKE '%a?%'",
    "a backslash is no escape character": "url LIKE '%\\it%'",
    "numbers and NULL in texts": "CONCAT(number, ' of ', yes, COALESCE(url, '-'))",
    "a number with commas": "FORMAT_NUMBER(number, 0)",
    "a decimal": "number * 0.1 > 0.5",
    "a share": "CAST(number AS DOUBLE) / 3",
    "a text as a number, or NULL": "TRY_CAST(CONCAT(LEFT(url, 1), number) AS BIGINT)",
    "a part of a text": "SPLIT_PART(url, '/', 3)",
    "characters from the end": "RIGHT(url, 2)",
    "its length": "LENGTH(url)",
    "lower case": "LOWER(url)",
    "capitals": "UPPER(LEFT(url, 4))",
    "spaces around, and no tabs": "TRIM(CONCAT('  ', url, '\t '))",
    "the greatest that is not NULL": "GREATEST(number, 3)",
    "the least that is not NULL": "LEAST(number, 3)",
    "texts that are not NULL": "CONCAT_WS(', ', url, number, 'x')",
    "a part from a place": "SUBSTRING(url, 3, 4)",
    "a whole number below": "CONCAT(CAST(FLOOR(CAST(number AS DOUBLE) / 2) AS BIGINT), '')",
    "a half, rounded": "CONCAT(CAST(ROUND(CAST(number AS DOUBLE) / 2) AS BIGINT), '')",
    "rounded to a place": "ROUND(CAST(number AS DOUBLE) / 3, 1)",
    "a code point": "ASCII(url)",
    "the place of a text": "STRPOS(url, 'e')",
    "NULL in place of a value": "NULLIF(LEFT(url, 1), '/')",
    "a hash": "MD5(url)",
    "bits": "BIT_COUNT(number)",
}


@pytest.fixture(scope="module")
def session() -> Iterator[SparkSession]:
    with spark_session("local[2]", is_short=True) as started:
        yield started


@pytest.fixture(scope="module")
def stores(session: SparkSession) -> Iterator[tuple[DuckDBStore, SparkStore]]:
    """Return both stores, with a table of texts and numbers."""
    with DuckDBStore() as duckdb:
        spark = SparkStore(session, None)
        for store in (duckdb, spark):
            store.execute(
                "CREATE TABLE told (url VARCHAR, number BIGINT, share DOUBLE, yes BOOLEAN)"
            )
            store.insert("told", ROWS)
        yield duckdb, spark


def both(stores: tuple[DuckDBStore, SparkStore], sql: str) -> list[Any]:
    """The rows of a query on both, in one order."""
    return [sorted(store.rows(sql), key=repr) for store in stores]


def test_expressions_have_the_same_values(stores: tuple[DuckDBStore, SparkStore]) -> None:
    values = ", ".join(f"{each} AS value_{n}" for n, each in enumerate(EXPRESSIONS.values()))
    duckdb, spark = both(stores, f"SELECT url, {values} FROM told")
    for number, name in enumerate(EXPRESSIONS, 1):
        of_duckdb, of_spark = ([(row[0], row[number]) for row in rows] for rows in (duckdb, spark))
        assert of_spark == of_duckdb, name
        assert any(value not in (None, "") for _, value in of_duckdb), name


NOT_IN = "number NOT IN (SELECT other.number FROM told AS other WHERE other.number > 3)"


@pytest.mark.parametrize(
    "sql",
    [
        f"SELECT url, number FROM told WHERE {NOT_IN}",
        f"SELECT url, number FROM told WHERE yes OR {NOT_IN}",
        f"SELECT url, CASE WHEN {NOT_IN} THEN 'a' ELSE 'b' END AS value FROM told",
    ],
)
def test_rows_that_are_not_in_another_query_are_joined(
    stores: tuple[DuckDBStore, SparkStore], sql: str
) -> None:
    duckdb, spark = both(stores, sql)
    assert spark == duckdb
    plan = stores[1]._result(to_spark(sql))._jdf.queryExecution().executedPlan().toString()
    assert "NestedLoop" not in plan
    assert "isNullAware" not in plan


def test_a_recursive_query_has_the_same_rows(stores: tuple[DuckDBStore, SparkStore]) -> None:
    duckdb, spark = both(
        stores,
        """
        WITH RECURSIVE starts AS (SELECT number FROM told WHERE number IS NOT NULL),
        chain AS (
            SELECT number, number AS first, 0 AS steps FROM starts
            UNION ALL
            SELECT chain.number + 1, chain.first, chain.steps + 1
            FROM chain
            INNER JOIN starts ON chain.first = starts.number
            WHERE chain.steps < 3
        ),
        ends AS (SELECT chain.first, MAX(chain.number) AS last FROM chain GROUP BY chain.first)
        SELECT ends.first, ends.last, COUNT(*) AS steps
        FROM ends
        INNER JOIN chain ON ends.first = chain.first
        GROUP BY ends.first, ends.last
        """,
    )
    assert spark == duckdb
    assert (-7, -4, 4) in duckdb


def test_the_first_row_of_a_group_has_the_same_number(
    stores: tuple[DuckDBStore, SparkStore],
) -> None:
    names = ("x", "x", None, "x", "Ä", "x", "xa", "")
    lines = (None, 10, 1, 9, 1, 9, 1, None)
    for store in stores:
        store.execute("CREATE TABLE placed (number BIGINT, part BIGINT, name VARCHAR, line BIGINT)")
        store.insert(
            "placed",
            [
                {"number": number, "part": number % 3, "name": name, "line": line}
                for number, (name, line) in enumerate(zip(names, lines, strict=True))
            ],
        )
    duckdb, spark = both(
        stores,
        "SELECT part, FIRST_NUMBER(number, name, line, name, line) AS first,"
        " FIRST_NUMBER(CASE WHEN line > 1 THEN number END, name, name, name, line, line) AS filled"
        " FROM placed GROUP BY part",
    )
    assert spark == duckdb == [(0, 3, 3), (1, 7, 1), (2, 5, 5)]


@pytest.mark.filterwarnings("ignore:PySpark does not yet fully:FutureWarning")
def test_columns_of_one_name_are_told_apart(stores: tuple[DuckDBStore, SparkStore]) -> None:
    sql = (
        "SELECT one.number, other.number FROM told AS one"
        " INNER JOIN told AS other ON one.number = other.number"
    )
    duckdb, spark = both(stores, sql)
    assert spark == sorted(stores[1].stream(sql), key=repr) == duckdb
    assert len(duckdb) == 5


def test_a_query_is_inserted_by_the_names_of_its_columns(
    stores: tuple[DuckDBStore, SparkStore],
) -> None:
    for store in stores:
        store.execute("CREATE OR REPLACE TABLE named (url VARCHAR, number BIGINT, line BIGINT)")
        query = "SELECT $n + 1 AS number, 'x' AS url"
        store.insert_query("named", query, {"n": 2}, {"line": 4})
        store.insert_query("named", query, {"n": 4})
        assert sorted(store.rows("SELECT * FROM named")) == [("x", 3, 4), ("x", 5, None)]
        with pytest.raises(NoSuchColumnError, match=r"^place, time$"):
            store.insert_query("named", "SELECT 1 AS time, 'x' AS url", values={"place": 2})
        store.insert_query("named", "SELECT 5 AS url, '7' AS line")
        assert store.rows("SELECT line FROM named WHERE url = '5'") == [(7,)]


def test_a_column_that_was_never_null_can_be(session: SparkSession) -> None:
    store = SparkStore(session, None)
    store.execute("CREATE TABLE made AS SELECT 1 AS number, 'a' AS word")
    store.insert_query("made", "SELECT CAST(NULL AS BIGINT) AS number, NULL AS word")
    assert store.rows("SELECT COUNT(*) FROM made WHERE number IS NULL AND word IS NULL") == [(1,)]


def test_rows_may_have_different_columns(stores: tuple[DuckDBStore, SparkStore]) -> None:
    for store in stores:
        store.execute("CREATE TABLE given (url VARCHAR, number BIGINT, seen TIMESTAMPTZ)")
        assert "given" in store.empty_tables()
        rows: list[dict[str, Any]] = [
            {"url": "a"},
            {"number": 2, "seen": None},
            {"url": "b", "number": 3},
        ]
        store.insert("given", rows)
        assert "given" not in store.empty_tables()
    duckdb, spark = both(stores, "SELECT url, number, seen FROM given")
    assert spark == duckdb
    assert len(duckdb) == 3


def test_many_insertions_leave_few_checkpoints(session: SparkSession) -> None:
    store = SparkStore(session, None)
    store.execute("CREATE TABLE made (number BIGINT)")
    for number in range(30):
        store.insert("made", [{"number": number}])
    assert store.rows("SELECT COUNT(*), SUM(number) FROM made") == [(30, 435)]
    assert store._tables["made"].checkpoints < 10


def test_an_error_of_a_query_is_none_of_the_cluster(session: SparkSession) -> None:
    store = SparkStore(session, None)
    store.execute("CREATE TABLE made AS SELECT 'a' AS word")
    with pytest.raises(QueryError, match="CAST_INVALID_INPUT"):
        store.execute("CREATE TABLE other AS SELECT CAST(word AS BIGINT) AS number FROM made")


def test_flags_of_a_match_are_refused() -> None:
    with pytest.raises(NotInSubsetError, match="begin the pattern"):
        to_spark("SELECT REGEXP_MATCHES(url, 'a', 'i') AS found FROM pages")


@pytest.mark.parametrize(
    ("told", "sentence"),
    [
        (
            "[CAST_INVALID_INPUT] The value '' cannot be cast.\n== SQL ==\n   ^^^^",
            "The cluster ended with an error: [CAST_INVALID_INPUT] The value '' cannot be cast.",
        ),
        (
            "Job aborted\nCaused by: java.io.IOException: No space left on device\n\tat x.y",
            "The cluster ended with an error: IOException: No space left on device.",
        ),
        (
            "PythonException\nModuleNotFoundError: No module named 'sitemap_audit'",
            "The executors have no sitemap-audit. Install sitemap-audit[cluster] for their Python,"
            " and set PYSPARK_PYTHON to its path.",
        ),
    ],
)
def test_an_error_of_the_cluster_is_a_sentence(told: str, sentence: str) -> None:
    assert str(ClusterError.of(told)) == sentence
