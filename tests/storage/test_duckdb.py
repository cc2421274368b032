"""The tables of an audit: a part of a fetch that was interrupted does not count."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, get_args, get_type_hints

import duckdb
import pyarrow.parquet as pq
import pytest
from rows import NOW, make

from sitemap_audit.analysis.runner import prepare
from sitemap_audit.errors import UsageError
from sitemap_audit.items import ALWAYS_LOADED, TABLES, PageCanonical, column_names
from sitemap_audit.storage.duckdb import MEMORY_ERRORS, DuckDBStore
from sitemap_audit.storage.writer import Writer, schema

if TYPE_CHECKING:
    from pathlib import Path


def test_a_part_without_its_fetch_was_interrupted_and_does_not_count(tmp_path: Path) -> None:
    writer = Writer(tmp_path)
    writer.add([make("sitemap_problems", sitemap_id=number) for number in (1, 2)])
    writer.add(make("sitemaps", id=2, url_key=5))
    writer.flush()
    with DuckDBStore(tmp_path) as store:
        assert store.rows("SELECT sitemap_id FROM sitemap_problems") == [(2,)]


def test_tables_of_links_and_imports_are_loaded_for_what_reads_them(tmp_path: Path) -> None:
    writer = Writer(tmp_path)
    writer.add(make("log_hits", file_id=1))
    writer.add(make("imported_files", id=1))
    writer.add(make("link_targets", url_key=2))
    writer.flush()
    counts = """SELECT (SELECT COUNT(*) FROM log_hits), (SELECT COUNT(*) FROM imported_files),
        (SELECT COUNT(*) FROM link_targets)"""
    with DuckDBStore(tmp_path, tables=ALWAYS_LOADED) as store:
        prepare(store, (), also=("hosts",))
        assert store.rows(counts) == [(0, 0, 1)]
        for _ in range(2):
            prepare(store, (), also=("bot_requests",))
            assert store.rows(counts) == [(1, 1, 1)]


def test_a_page_asked_again_counts_as_it_answered_last(tmp_path: Path) -> None:
    writer = Writer(tmp_path)
    later = NOW.replace(hour=13)
    for page_id, at, status in ((1, NOW, None), (2, later, 200)):
        canonical = make("page_canonicals", page_id=page_id, url="u")
        assert isinstance(canonical, PageCanonical)
        page = make("pages", id=page_id, url="u", url_key=9, status=status, fetched_at=at)
        writer.add([canonical, page])
        writer.flush()
    with DuckDBStore(tmp_path) as store:
        assert store.rows("SELECT id, status FROM pages") == [(2, 200)]
        assert store.rows("SELECT page_id FROM page_canonicals") == [(2,)]


def test_an_unfinished_part_is_not_read(tmp_path: Path) -> None:
    folder = tmp_path / "data" / "pages"
    folder.mkdir(parents=True)
    (folder / ".part-1.parquet.unfinished").write_bytes(b"PAR1")
    with DuckDBStore(tmp_path) as store:
        assert store.value("SELECT COUNT(*) FROM pages") == 0


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT * FROM read_csv('{file}')",
        "SELECT content FROM read_text('{file}')",
        "SELECT content FROM read_text('{folder}/../secret.csv')",
        "SELECT file FROM glob('{file}*')",
        "COPY pages TO '{file}'",
        "ATTACH '{file}' AS other",
        "INSTALL httpfs",
        "SET enable_external_access = true",
        "SET allowed_directories = ['/']",
    ],
)
def test_sql_reads_and_writes_no_file_outside_the_audit(sql: str, tmp_path: Path) -> None:
    secret, folder = tmp_path / "secret.csv", tmp_path / "audit"
    secret.write_text("word\nsesame\n")
    writer = Writer(folder)
    writer.add(make("pages", url="u"))
    writer.flush()
    with DuckDBStore(folder) as store:
        with pytest.raises(duckdb.Error, match=r"disabled|Cannot"):
            store.rows(sql.format(file=secret, folder=folder))
        store.execute(f"COPY pages TO '{folder}/pages.csv'")
    assert secret.read_text() == "word\nsesame\n"


def test_whole_numbers_stay_whole_beside_missing_ones() -> None:
    with DuckDBStore() as store:
        store.insert("sitemap_problems", [{"line": 7}, {"line": None}])
        frame = store.frame("SELECT line FROM sitemap_problems ORDER BY line")
        assert frame.to_csv(index=False) == 'line\n7\n""\n'


def test_every_table_has_the_columns_of_its_record() -> None:
    with DuckDBStore() as store:
        for name, row in TABLES.items():
            assert store.columns(name) == list(column_names(row)) == schema(row).names, name


def test_an_audit_leaves_no_analysis_file_behind(tmp_path: Path) -> None:
    with DuckDBStore(tmp_path) as store:
        store.execute("CREATE TABLE big AS SELECT * FROM range(1000)")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("memory", "limit", "most_threads"),
    [
        pytest.param(
            1_240_000_000, "743.8 MiB", 5, id="a good fifth, and what Python takes, is left"
        ),
        pytest.param(1, "123.9 MiB", 1, id="less than DuckDB needs"),
    ],
)
def test_duckdb_gets_what_the_process_may_take_but_for_the_rest(
    memory: int, limit: str, most_threads: int
) -> None:
    settings = "SELECT current_setting('memory_limit'), current_setting('threads')"
    with DuckDBStore(memory=memory) as store:
        ((given, threads),) = store.rows(settings)
    assert given == limit
    assert 1 <= threads <= most_threads


def test_what_many_threads_have_too_little_memory_for_is_done_by_one(tmp_path: Path) -> None:
    columns = [f"hash(n + {number})::VARCHAR AS c{number}" for number in range(20)]
    with DuckDBStore(tmp_path, memory=420_000_000) as store:
        store.execute(
            f"CREATE TABLE wide AS SELECT {', '.join(columns)} FROM range(200_000) AS t(n)"
        )
        store.execute("SET threads = 64")
        with pytest.raises(MEMORY_ERRORS):
            next(store.stream("SELECT * FROM wide ORDER BY c3"))
        assert store.write_csv("SELECT * FROM wide ORDER BY c3", tmp_path / "wide.csv") == 200_000
        assert store.value("SELECT current_setting('threads')") == 64


def test_numbers_follow_the_order_of_a_table(tmp_path: Path) -> None:
    in_order = "SELECT i, number FROM sorted ORDER BY number"
    with DuckDBStore(tmp_path) as store:
        store.execute("CREATE TABLE sorted AS SELECT i FROM range(300000) AS t(i)")
        store.create_sorted("sorted", "SELECT i FROM sorted ORDER BY hash(i), i")
        wanted = store.rows("SELECT i FROM range(300000) AS t(i) ORDER BY hash(i), i")
        numbered = store.rows(in_order)
        assert [(i,) for i, _ in numbered] == wanted
        assert len({number for _, number in numbered}) == len(wanted)
        store.create_sorted("sorted", "SELECT i FROM sorted WHERE i < 3 ORDER BY i DESC")
        assert [i for i, _ in store.rows(in_order)] == [2, 1, 0]


def test_as_many_queries_run_at_once_as_memory_suffices_for() -> None:
    with DuckDBStore() as store:
        store.execute("SET threads = 64")
        assert store.cursors == 2
        store.execute("SET threads = 1")
        assert store.cursors == 1


def test_a_table_of_results_keeps_its_order(tmp_path: Path) -> None:
    with DuckDBStore(tmp_path) as store:
        store.execute(
            "CREATE TABLE findings AS SELECT i FROM range(300000) AS t(i) ORDER BY hash(i), i"
        )
        wanted = store.rows("SELECT i FROM range(300000) AS t(i) ORDER BY hash(i), i")
        store.save("findings")
    part = tmp_path / "data" / "findings" / "part-0.parquet"
    assert pq.read_table(part)["i"].to_pylist() == [i for (i,) in wanted]
    assert [path.name for path in tmp_path.iterdir()] == ["data"]


_TYPES = {
    str: "VARCHAR",
    int: "BIGINT",
    float: "DOUBLE",
    bool: "BOOLEAN",
    datetime: "TIMESTAMP WITH TIME ZONE",
}


def types(store: DuckDBStore, table: str) -> dict[str, str]:
    """The type of each column of a table or view."""
    return {name.strip('"'): kind for name, kind in store.describe(f"SELECT * FROM {table}")}


def test_types_are_those_of_the_schema_whatever_the_rows(tmp_path: Path) -> None:
    writer = Writer(tmp_path)
    writer.add([make(name) for name in TABLES])
    writer.flush()
    with DuckDBStore() as empty, DuckDBStore(tmp_path) as nulls:
        for name, row in TABLES.items():
            hints = get_type_hints(row)
            kinds = {column: hints[column] for column in column_names(row)}
            named = {column: _TYPES[(get_args(of) or (of,))[0]] for column, of in kinds.items()}
            assert types(empty, name) == types(nulls, name) == named, name


def test_a_view_has_the_same_types_over_empty_tables_and_over_nulls(tmp_path: Path) -> None:
    writer = Writer(tmp_path)
    writer.add([make("sitemaps", id=1), make("entries", sitemap_id=1), make("pages")])
    writer.flush()
    with DuckDBStore() as empty, DuckDBStore(tmp_path) as nulls:
        for store in (empty, nulls):
            prepare(store)
        assert nulls.value("SELECT COUNT(*) FROM indexability") == 1
        told = types(empty, "indexability")
        assert told == types(nulls, "indexability")
        assert told["canonical_key"] == "BIGINT"


def test_a_part_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    folder = tmp_path / "data" / "pages"
    folder.mkdir(parents=True)
    (folder / "part-1.parquet").write_bytes(b"no Parquet")
    with pytest.raises(UsageError, match=f"{folder} holds a part that cannot be read"):
        DuckDBStore(tmp_path)
