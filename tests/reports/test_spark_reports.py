"""Spark writes tables and chooses rows as DuckDB does; a large CSV table is in parts."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import pandas as pd
import pytest

from sitemap_audit.analysis.views import view_queries
from sitemap_audit.audit_place import AuditPlace
from sitemap_audit.report import sheet_rows
from sitemap_audit.report.csv_tables import Table, TableStream
from sitemap_audit.reports import csv
from sitemap_audit.severity import Severity
from sitemap_audit.storage import csv_parts
from sitemap_audit.storage.duckdb import DuckDBStore
from sitemap_audit.storage.parts import PartList
from sitemap_audit.storage.spark import SparkStore
from sitemap_audit.storage.spark_session import spark_session

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from sitemap_audit.storage import Store

pytestmark = [
    pytest.mark.thorough,
    pytest.mark.filterwarnings("ignore:PySpark does not yet fully support pandas"),
]
ROWS: list[dict[str, Any]] = [
    {
        "place": place,
        "url": f"https://www.example.com/{place}",
        "text": text,
        "share": share,
        "is_listed": listed,
        "fetched_at": datetime(2026, 3, 29, 1, 2, place, 999_999, UTC) if place else None,
    }
    for place, (text, share, listed) in enumerate(
        [
            ("http://u:p@h, joe:geheim@h.example/x", 0.5, True),
            ('a "quoted", text', None, False),
            ("two\r\nlines", 1e-9, None),
            ("=1+1", 12345678.25, True),
            (None, -0.1, False),
            ("", 3.0, None),
            ("'=Straße 😀", 1e300, True),
        ]
    )
]
MADE = """
CREATE TABLE t (
    place BIGINT, url VARCHAR, text VARCHAR, share DOUBLE, is_listed BOOLEAN,
    fetched_at TIMESTAMPTZ
)
"""
SQL = """
SELECT place, url, text, share, is_listed, DATE_TRUNC('second', fetched_at) AS at_utc
FROM t
ORDER BY place DESC
"""
TEXTS = (
    *(
        "check",
        "url",
        "finding_id",
        "root_id",
        "root_check",
        "diagnosis_id",
        "pattern",
        "cause",
        "unit",
    ),
    *(
        "observed",
        "expected",
        "fix",
        "change_url",
        "change",
        "related_url",
        "sitemap_url",
        "kind",
        "file",
    ),
    *("action", "place", "from", "to"),
)
PARTS = ["t/part-00001.csv", "t/part-00002.csv", "t/part-00003.csv"]


def written(store: Store, path: Path, sql: str = SQL) -> int:
    return store.write_csv(sql, path)


def fill(store: Store) -> None:
    store.execute(MADE)
    store.insert("t", ROWS)


@pytest.fixture(scope="module")
def spark() -> Iterator[SparkStore]:
    # Small tables in several partitions: each task has some of the rows.
    settings = {"spark.sql.adaptive.coalescePartitions.enabled": "false"}
    with spark_session("local[2]", settings=settings, is_short=True) as session:
        store = SparkStore(session, None)
        fill(store)
        yield store


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The file that DuckDB writes."""
    path = tmp_path_factory.mktemp("duckdb") / "t.csv"
    with DuckDBStore() as store:
        fill(store)
        written(store, path)
    return path.read_bytes()


def files(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


def test_a_small_table_is_one_file_with_the_bytes_of_duckdb(
    spark: SparkStore, expected: bytes, tmp_path: Path
) -> None:
    assert written(spark, tmp_path / "t.csv") == 7
    assert (tmp_path / "t.csv").read_bytes() == expected
    assert files(tmp_path) == ["t.csv"]


def test_a_table_without_rows_is_a_header_line(spark: SparkStore, tmp_path: Path) -> None:
    assert written(spark, tmp_path / "t.csv", SQL.replace("ORDER", "WHERE place > 9 ORDER")) == 0
    assert (
        tmp_path / "t.csv"
    ).read_bytes() == "\ufeffplace,url,text,share,is_listed,at_utc\r\n".encode()


def test_a_large_table_is_written_as_parts_in_its_order(
    spark: SparkStore, expected: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(csv_parts, "MOST", 3)
    (tmp_path / "t").mkdir()
    for old in ("t.csv", "t/part-00009.csv"):
        (tmp_path / old).write_text("of an earlier run")
    assert written(spark, tmp_path / "t.csv") == 7
    parts = csv_parts.parts_of(AuditPlace(tmp_path), "t")
    assert files(tmp_path) == parts, "the old files and the temporary ones are gone"
    assert parts[:3] == PARTS
    assert csv_parts.tables_in_parts(AuditPlace(tmp_path)) == {"t"}
    header = expected[: expected.index(b"\n") + 1]
    contents = [(tmp_path / part).read_bytes() for part in parts]
    assert {content[: len(header)] for content in contents} == {header}
    assert header + b"".join(content[len(header) :] for content in contents) == expected
    rows = [len(pd.read_csv(tmp_path / part)) for part in parts]
    assert (sum(rows), max(rows)) == (7, 3)


def test_the_reports_name_the_parts(
    spark: SparkStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(csv_parts, "MOST", 3)
    table = Table("t", SQL)
    assert (
        csv.write_table(TableStream(spark, table), AuditPlace(tmp_path))
        == tmp_path / "tables/t/part-*.csv"
    )
    monkeypatch.setattr(csv_parts, "MOST", 7)
    assert (
        csv.write_table(TableStream(spark, table), AuditPlace(tmp_path))
        == tmp_path / "tables/t.csv"
    )


@pytest.mark.parametrize("engine", ["duckdb", "spark"])
def test_a_table_that_has_become_small_leaves_no_parts(
    spark: SparkStore, expected: bytes, tmp_path: Path, engine: str
) -> None:
    folder = tmp_path / "tables"
    (folder / "t").mkdir(parents=True)
    for part in PARTS:
        (folder / part).write_text("of an earlier run")
    with DuckDBStore() as duckdb:
        fill(duckdb)
        store = spark if engine == "spark" else duckdb
        csv.write_table(TableStream(store, Table("t", SQL)), AuditPlace(tmp_path))
    assert (folder / "t.csv").read_bytes() == expected
    assert [path.name for path in folder.iterdir()] == ["t.csv"]


def test_parts_of_an_audit_on_a_store_are_written_there(
    spark: SparkStore, expected: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(csv_parts, "MOST", 3)
    copy, stored = tmp_path / "copy/audit", tmp_path / "stored/audit"
    for folder in (copy / "tables", stored / "tables"):
        folder.mkdir(parents=True)
        (folder / "t.csv").write_text("of an earlier run")
    place = AuditPlace(copy, stored.as_uri())
    monkeypatch.setattr(spark, "_place", place)
    csv.write_table(TableStream(spark, Table("t", SQL)), place)
    parts = csv_parts.parts_of(place / "tables", "t")
    assert (files(copy), files(stored / "tables")) == ([], parts)
    monkeypatch.setattr(csv_parts, "MOST", 7)
    csv.write_table(TableStream(spark, Table("t", SQL)), place)
    assert (files(copy), files(stored)) == (["tables/t.csv"], [])
    assert (copy / "tables/t.csv").read_bytes() == expected


def test_a_cut_sheet_has_the_same_findings_on_both_engines(spark: SparkStore) -> None:
    def chosen(store: Store, rows: int) -> list[tuple[Any, ...]]:
        texts = ", ".join(f'"{name}" VARCHAR' for name in TEXTS)
        store.execute(
            f"CREATE TABLE findings (number BIGINT, line BIGINT, file_line BIGINT, {texts})"
        )
        store.execute(
            'CREATE TABLE check_runs ("check" VARCHAR, title VARCHAR, severity VARCHAR,'
            " rank BIGINT, subject VARCHAR)"
        )
        severities = {
            "a/notice": Severity.NOTICE,
            "b/error": Severity.ERROR,
            "c/warning": Severity.WARNING,
        }
        store.insert(
            "check_runs",
            [
                {"check": name, "title": name, "severity": each, "rank": each.rank}
                for name, each in severities.items()
            ],
        )
        store.insert(
            "findings",
            [
                {"number": n, "check": check, "url": f"{check} {n}", "finding_id": f"{n}"}
                | {
                    "root_id": "2" if n == 7 else None,
                    "root_check": "c/warning" if n == 7 else None,
                }
                for n, check in enumerate([*severities] * 3)
            ],
        )
        store.create_view("reported_findings", view_queries()["reported_findings"])
        found = list(store.stream(sheet_rows.FINDINGS.sql, {"rows": rows}))
        store.drop("check_runs", "findings")
        return [(row[0], row[2], row[10]) for row in found]

    expected = [
        ("error", "b/error 1", None),
        ("error", "b/error 4", None),
        ("error", "b/error 7", "c/warning"),
        ("warning", "c/warning 2", None),
    ]
    with DuckDBStore() as duckdb:
        assert chosen(duckdb, 4) == expected
    assert chosen(spark, 4) == expected


def test_a_table_of_results_is_saved_as_parts_that_pandas_and_duckdb_read(
    spark: SparkStore, tmp_path: Path
) -> None:
    (tmp_path / "run.json").write_text('{"id": "00ff"}')
    store = SparkStore(spark._session, AuditPlace(tmp_path), tables=())
    store.execute("CREATE TABLE findings (number BIGINT, url VARCHAR)")
    rows = [{"number": n, "url": f"https://www.example.com/{n}"} for n in range(50)]
    store.insert("findings", reversed(rows))
    spark._session.conf.set("spark.sql.shuffle.partitions", "12")
    try:
        store.save("findings")
    finally:
        spark._session.conf.set("spark.sql.shuffle.partitions", "2")
    folder = tmp_path / "data" / "findings"
    numbers = range(len(list(folder.iterdir())))
    assert len(numbers) > 10
    in_parts = [pd.read_parquet(folder / f"part-{n}.parquet")["number"].tolist() for n in numbers]
    assert [number for part in in_parts for number in part] == list(range(50))
    listed = PartList(tmp_path).parts()
    assert [(*key, part.rows) for key, part in sorted(listed.items())] == [
        ("findings", number, len(part)) for number, part in enumerate(in_parts)
    ]
    whole = pd.read_parquet(folder).sort_values("number")
    assert whole["url"].tolist() == [row["url"] for row in rows]
    with DuckDBStore(tmp_path, tables=()) as other:
        other.load("findings")
        assert other.rows("SELECT number, url FROM findings") == [(*row.values(),) for row in rows]
