"""Tables of an audit on an object store that Spark tasks read and write there."""

from __future__ import annotations

import json
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import pytest
from object_store import BUCKET, Request, S3Server, listed, read, s3_server, variables
from rows import make, record_of

from sitemap_audit.errors import ClusterError, UsageError
from sitemap_audit.items import TABLES
from sitemap_audit.storage.duckdb import DuckDBStore
from sitemap_audit.storage.left_parts import left_parts
from sitemap_audit.storage.parts import PartList, read_list
from sitemap_audit.storage.run_file import write_run
from sitemap_audit.storage.spark import SparkStore
from sitemap_audit.storage.spark_session import spark_session
from sitemap_audit.storage.temporary_copies import copies
from sitemap_audit.storage.working_copy import WorkingCopy, working_copy
from sitemap_audit.storage.writer import Writer

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pyspark.sql import SparkSession

pytestmark = pytest.mark.filterwarnings("ignore:PySpark does not yet fully:FutureWarning")

ENDED: dict[str, Any] = {
    "id": "1" * 32,
    "complete": True,
    "incomplete_because": [],
    "sites": [],
    "options": {},
    "counts": {"pages": 3},
}


@pytest.fixture(scope="module")
def s3() -> Iterator[S3Server]:
    with s3_server() as server:
        yield server


@pytest.fixture(scope="module")
def session(s3: S3Server) -> Iterator[SparkSession]:
    # Java may run since an earlier session: its tasks would not inherit the address.
    given = variables(s3.endpoint) | {"AWS_MAX_ATTEMPTS": "2"}
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("AWS_MAX_ATTEMPTS", "2")
        settings = {f"spark.executorEnv.{name}": value for name, value in given.items()}
        with spark_session("local[2]", settings=settings, is_short=True) as session:
            yield session


@pytest.fixture
def audit(s3: S3Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The URL of an audit with three pages, in as many parts."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    url = f"s3://{BUCKET}/{uuid4().hex}/www.example.com/2026-01-31T12-00-00Z"
    base = url.rsplit("/", 2)[0]
    with copies(base) as root:
        place = root / url.removeprefix(f"{base}/")
        folder = place.folder
        folder.mkdir(parents=True)
        write_run(folder, record_of(ENDED))
        copy = WorkingCopy(place, is_new=True)
        for number in range(3):
            writer = Writer(folder)
            writer.add(make("pages", id=number, url_key=number, url=f"https://a.example/{number}"))
            writer.flush()
        copy.close()
    s3.refused.clear()
    yield url
    s3.refuses = lambda _: False


@contextmanager
def opened(audit: str, session: SparkSession) -> Iterator[SparkStore]:
    """Open an audit as ``check --cluster`` does."""
    with working_copy(audit, leaves_parts=True) as copy:
        assert list(copy.folder.glob("data/*/part-*")) == []
        parts = PartList(copy.folder, left_parts(copy.place))
        assert parts.damages(record_of(ENDED), TABLES) == []
        yield SparkStore(session, copy.place, tables=("pages",))


def first_times(s3: S3Server) -> None:
    """Refuse each request for a part when it comes for the first time."""
    seen: set[Request] = set()

    def refuses(request: Request) -> bool:
        is_new = request not in seen
        seen.add(request)
        return is_new and "/part-" in request.path

    s3.refuses = refuses


def findings(store: SparkStore) -> list[tuple[Any, ...]]:
    store.load("findings")
    return sorted(store.rows("SELECT url, id FROM findings"))


def stored_findings(audit: str) -> tuple[set[str], set[str]]:
    """The parts of the findings on the store, and those in the list."""
    parts = read_list(read(f"{audit}/data/parts.csv")).values()
    there = {name for name in listed(audit) if name.startswith("data/findings/")}
    return there, {f"data/{each.table}/{each.name}" for each in parts if each.table == "findings"}


@pytest.mark.thorough
def test_tasks_read_and_replace_tables_on_a_store_that_is_busy(
    s3: S3Server, session: SparkSession, audit: str
) -> None:
    before = None
    for least in (1, 9):
        first_times(s3)
        with opened(audit, session) as store:
            assert store.value("SELECT COUNT(*) FROM pages") == 3
            if before is not None:
                assert findings(store) == before
            store.execute(f"CREATE TABLE findings AS SELECT url, id FROM pages WHERE id >= {least}")
            store.save("findings")
            assert store.folder is not None
            write_run(store.folder, record_of(ENDED))
            before = expected(least)
            assert findings(store) == before
        there, in_list = stored_findings(audit)
        assert there == in_list != set()
        assert json.loads(read(f"{audit}/run.json"))["complete"] is True
    assert s3.refused
    with working_copy(audit) as copy:
        assert PartList(copy.folder).damages(record_of(ENDED), [*TABLES, "findings"]) == []
        with DuckDBStore(copy.folder, tables=("pages",), in_memory=True) as store:
            store.load("findings")
            assert store.value("SELECT COUNT(*) FROM findings") == 0


def expected(least: int) -> list[tuple[str, int]]:
    return [(f"https://a.example/{number}", number) for number in range(least, 3)]


@pytest.mark.thorough
def test_a_store_that_stays_busy_keeps_the_earlier_table(
    s3: S3Server, session: SparkSession, audit: str
) -> None:
    with opened(audit, session) as store:
        store.execute("CREATE TABLE findings AS SELECT url, id FROM pages")
        store.save("findings")
    with opened(audit, session) as store:
        store.execute("CREATE TABLE findings AS SELECT url, id FROM pages WHERE id > 1")
        s3.refuses = lambda request: request.method == "PUT" and "/findings/" in request.path
        with pytest.raises(ClusterError, match="Reduce your request rate") as raised:
            store.save("findings")
        assert "\n" not in str(raised.value)
        s3.refuses = lambda _: False
        assert findings(store) == expected(0)
    there, in_list = stored_findings(audit)
    assert there == in_list


def test_duckdb_does_not_read_a_copy_without_its_parts(audit: str) -> None:
    with (
        working_copy(audit, leaves_parts=True) as copy,
        pytest.raises(UsageError, match="without --cluster"),
    ):
        DuckDBStore(copy.folder, in_memory=True)
