"""What analysis, evaluation and reports send to a store is in what DuckDB and Spark share."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest
from commanding import only, record
from make_stored_audit import FIXTURES
from pyspark.errors import PySparkException
from rows import record_of
from sql_subset import faults
from test_sites import audited

import sitemap_audit
from sitemap_audit.analysis.catalogue.catalogue import load_checks
from sitemap_audit.analysis.catalogue.diagnosisfile import load_diagnoses
from sitemap_audit.analysis.views import written_views
from sitemap_audit.audit_place import AuditPlace
from sitemap_audit.errors import ClusterError
from sitemap_audit.evaluation.evaluator import analyse
from sitemap_audit.options import Options
from sitemap_audit.steps import step
from sitemap_audit.storage.duckdb import DuckDBStore
from sitemap_audit.storage.spark import SparkStore
from sitemap_audit.storage.spark_frames import Frames, Made
from sitemap_audit.storage.spark_session import spark_session
from sitemap_audit.storage.transpile import to_spark

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from pyspark.sql import DataFrame

PACKAGE = Path(sitemap_audit.__file__).parent
pytestmark = pytest.mark.thorough
SENDERS = tuple(
    f"sitemap_audit.{name}"
    for name in (
        *("analysis", "evaluation", "redaction", "report", "reports"),
        *("storage.counting", "storage.text_changes"),
    )
)
METHODS = {"rows": 1, "stream": 1, "execute": 1, "value": 1, "write_csv": 1}
METHODS |= {"create": 1, "create_sorted": 1, "create_view": 1, "insert_query": 1, "attach": 1}
METHODS |= {"create_empty": 1, "function": 1}
"Methods of a store that take SQL or make a table or function: its place among their arguments."


_NAMING = ("attach", "create_empty", "function")


class Call(NamedTuple):
    """A call of a method of the store."""

    method: str
    sql: str
    """The statement; of ``attach``, ``create``, ``create_empty``, ``create_sorted``,
    ``create_view`` and ``insert_query`` their table; of ``function`` its name."""
    more: tuple[Any, ...]
    "Its other arguments."
    sender: str
    "The module that calls it."


def recording(
    name: str, method: Callable[..., Any], place: int, sent: list[Call]
) -> Callable[..., Any]:
    """A method of the store that notes how others than the store itself call it."""

    def called(*arguments: Any, **named: Any) -> Any:
        sender = sys._getframe(1).f_globals["__name__"]
        if sender.startswith(SENDERS):
            sql, *more = arguments[place:]
            sent.append(Call(name, sql, tuple(more), sender))
        return method(*arguments, **named)

    return called


@pytest.fixture(scope="module")
def sent(tmp_path_factory: pytest.TempPathFactory) -> list[Call]:
    """What is sent for two audits of a site, a day apart, and one with a link crawl, in order."""
    output = tmp_path_factory.mktemp("audits")
    calls: list[Call] = []
    ignores = output / "ignore.toml"
    ignores.write_text('[[ignore]]\ncheck = "status"\nurl = "*"\nreason = "known"\n')
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(DuckDBStore, "empty_tables", lambda _: set())  # leave no statement out
        for name, place in METHODS.items():
            method = getattr(DuckDBStore, name)
            patch.setattr(DuckDBStore, name, recording(name, method, place, calls))
        for day, format_ in ((1, "sarif"), (2, "junit")):
            folder = stored(output / format_, day)
            options = Options(
                output=output / format_,
                format=format_,
                output_file=output / f"audit.{format_}",
                ignore_file=ignores if day > 1 else None,
                redact_parameters=day > 1,
            )
            analyse(AuditPlace(folder), record_of(record(folder)), options)
        linked = output / "linked"
        linked.mkdir()
        audited(("linked",), ["--crawl"], linked)
        folder = only(linked)
        file = output / "audit.md"
        analyse(
            AuditPlace(folder),
            record_of(record(folder)),
            Options(output=linked, format="markdown", output_file=file),
        )
    return calls


def stored(output: Path, day: int) -> Path:
    """Copy the stored audits up to a day; return the folder of the last one."""
    for each in range(1, day + 1):
        folder = output / "127.0.0.1_8767" / f"2026-10-0{each}T10-00-00Z"
        if not folder.exists():
            shutil.copytree(FIXTURES / "stored_audit", folder)
        started = {"started_at": f"2026-10-0{each}T10:00:00+00:00"}
        (folder / "run.json").write_text(json.dumps(record(folder) | started), "utf-8")
    return folder


class AnalysedFrames(Frames):
    """Lets Spark resolve the names and types of queries, and runs none."""

    def made(self, rows: DataFrame) -> Made:
        return self.empty(dict(rows.dtypes))


def test_each_statement_translates_to_spark(sent: Sequence[Call]) -> None:
    # Those of views and checks are read from their files in test_spark.py.
    statements = {_sql(call) for call in sent if call.method not in _NAMING}
    statements -= {view.sql for view in written_views().values()}
    assert len(statements) > 300
    assert step("depths/next") in statements
    at_fault = {sql: found for sql in statements if (found := sorted(set(faults(sql))))}
    assert at_fault == {}


def test_what_is_sent_is_the_text_of_a_file(sent: Sequence[Call]) -> None:
    texts = {check.sql for check in load_checks()} | {view.sql for view in written_views().values()}
    texts |= {diagnosis.sql for diagnosis in load_diagnoses()}
    texts |= {path.read_text("utf-8") for path in (PACKAGE / "steps").rglob("*.sql")}
    composed = {"sitemap_audit.storage.counting", "sitemap_audit.storage.text_changes"}
    statements = {
        _sql(call) for call in sent if call.method not in _NAMING and call.sender not in composed
    }
    assert len(statements) > 300
    assert statements - texts == set()


def _sql(call: Call) -> str:
    """The statement of a call."""
    places = {"create": 0, "create_sorted": 0, "create_view": 0, "insert_query": 0}
    place = places.get(call.method)
    return call.sql if place is None else str(call.more[place])


def test_spark_knows_the_names_and_types_of_each_statement(sent: Sequence[Call]) -> None:
    refused, resolved = {}, dict[str, str]()
    # No table is computed, so that the plans of thousands of statements stay in memory.
    with spark_session("local[1]", memory=3_000_000_000, is_short=True) as session:
        store = SparkStore(session, None, frames=AnalysedFrames)
        for call in sent:
            try:
                resolve(store, call, resolved)
            except (ClusterError, PySparkException) as error:
                refused[call.sql] = str(error).splitlines()[0]
    assert "\n".join(f"{error}\n{sql}" for sql, error in refused.items()) == ""


def resolve(store: SparkStore, call: Call, resolved: dict[str, str]) -> None:
    """Let Spark resolve what a call sends, unless it has resolved the same.

    Args:
        resolved: the last statement that made each table; and each other statement, for itself.
    """
    if call.method == "function":
        store._session.udf.register(call.sql, str, "string")
        return
    if call.method == "create_empty":
        (resolved[call.sql],) = call.more
        store.create_empty(call.sql, *call.more)
        return
    sql = call.sql if call.method == "attach" else _sql(call)
    statement = None if call.method == "attach" else to_spark(sql)
    is_named = call.method in ("attach", "create", "create_sorted", "create_view")
    is_made = statement is not None and statement.table != ""
    name = call.sql if is_named else statement.table if statement and is_made else sql
    if resolved.get(name) == sql:
        return
    resolved[name] = sql
    if statement is None:
        table, _, columns = call.more
        store.attach(call.sql, table, None, columns)
    elif call.method in METHODS.keys() - {
        "rows",
        "stream",
        "execute",
        "value",
        "write_csv",
    }:
        getattr(store, call.method)(call.sql, *call.more)
    elif not statement.table:
        store.describe(sql, *call.more[:1] if call.method != "write_csv" else ())
    else:
        store.execute(sql, *call.more)
