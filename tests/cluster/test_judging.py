"""An audit that Spark judges gives what DuckDB gives.

That Spark resolves the statements of all checks is shown in test_spark_statements.py, and that the
loss of an executor harms no table in test_spark_lost_executor.py.
"""

from __future__ import annotations

import shutil
from contextlib import ExitStack
from importlib.resources import as_file, files
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest
from commanding import ROOT, only, record, run
from mockserver import served

from sitemap_audit.storage.csv_parts import files_of

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.thorough
MASTER = "local[2]"
"One process with two tasks; executors of their own take as long again to tell each other."
SITES = ROOT / "tests" / "sites"
NAMES = ("linked", "redirects")
"Sites with a finding of a check that finds nothing on the demo site."
CHECKS = "canonical,redirect,status"
"A sixth of all: each takes Spark a second of a processor, and their SQL is much alike."
NOT_COMPARED = {"checks", "options", "finished_at"}
"Keys of run.json with times, and the option of the cluster itself."


class Judged(NamedTuple):
    """An audit that both engines judged."""

    duckdb: Path
    spark: Path
    status: tuple[int, int]
    output: str


@pytest.fixture(scope="module")
def judged(tmp_path_factory: pytest.TempPathFactory) -> Judged:
    """Audit sites as one, and let Spark judge a copy."""
    output = tmp_path_factory.mktemp("judged")
    with ExitStack() as stack:
        demo = stack.enter_context(as_file(files("sitemap_audit.demo") / "site"))
        folders = (demo, *(SITES / name / "site" for name in NAMES))
        bases = [stack.enter_context(served(site))["base"] for site in folders]
        ended = run(*bases, "-o", output, "--crawl", "--select", CHECKS)
    duckdb, spark = only(output), output / "spark"
    shutil.copytree(duckdb, spark)
    for report in (*files_of(spark), *spark.glob("report*")):
        report.unlink()
    ended_again = run("check", spark, "--cluster", MASTER)
    said = ended_again.stdout + ended_again.stderr
    return Judged(duckdb, spark, (ended.returncode, ended_again.returncode), said)


def test_most_checks_find_something(judged: Judged) -> None:
    findings = record(judged.duckdb)["checks"]["results"]
    found = sum(each["found"] for each in findings)
    assert found > 120
    assert sum(each["outcome"] == "failed" for each in findings) > 45


def test_every_csv_file_is_the_same(judged: Judged) -> None:
    assert judged.status[0] == judged.status[1], judged.output
    names = [path.relative_to(judged.duckdb) for path in files_of(judged.duckdb)]
    assert [path.relative_to(judged.spark) for path in files_of(judged.spark)] == names
    assert len(names) > 20
    different = [
        name for name in names if lines(judged.duckdb / name) != lines(judged.spark / name)
    ]
    assert different == []


def lines(path: Path) -> list[bytes]:
    return path.read_bytes().split(b"\r\n")


def test_every_figure_is_the_same(judged: Judged) -> None:
    duckdb, spark = figures(judged.duckdb), figures(judged.spark)
    assert {name for name in duckdb | spark if duckdb.get(name) != spark.get(name)} == set()


def figures(folder: Path) -> dict[str, Any]:
    """The record of an audit, with the outcome of each check."""
    told = record(folder)
    outcomes = {
        each["check"]: {name: value for name, value in each.items() if name != "seconds"}
        for each in told["checks"]["results"]
    }
    return {name: told[name] for name in told.keys() - NOT_COMPARED} | {"outcomes": outcomes}


def test_the_workbook_and_the_html_are_written(judged: Judged) -> None:
    assert (judged.spark / "report.xlsx").exists()
    assert (judged.spark / "report.html").exists()
    assert not (judged.spark / ".scratch").exists()
