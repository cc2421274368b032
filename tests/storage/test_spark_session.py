"""A Spark session starts, or one sentence says why not."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

from sitemap_audit.errors import UsageError
from sitemap_audit.options import OPTIONS
from sitemap_audit.storage.spark_session import spark_session

if TYPE_CHECKING:
    from pathlib import Path


pytestmark = pytest.mark.thorough


def test_a_local_session_runs_this_python_and_prints_nothing(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    log = tmp_path / "spark.log"
    with spark_session("local[1]", memory=600_000_000, log=log, is_short=True) as session:
        found = session.sql("SELECT CAST(TIMESTAMP '2026-11-01 12:00:00Z' AS STRING) AS at")
        assert [row.at for row in found.collect()] == ["2026-11-01 12:00:00"]
    assert capfd.readouterr() == ("", "")


def test_without_java_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    monkeypatch.delenv("JAVA_HOME", raising=False)
    with pytest.raises(UsageError, match=r"needs Java 17 or later.*openjdk-17-jre-headless"):
        spark_session("local[1]").__enter__()


def test_without_pyspark_the_error_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspark.errors", None)
    with pytest.raises(UsageError, match=r"pip install 'sitemap-audit\[cluster\]'"):
        spark_session("local[1]").__enter__()


def test_a_master_that_spark_refuses_is_named() -> None:
    with pytest.raises(
        UsageError, match=r"the master k8s://http.*: UnknownHostException: nowhere.invalid"
    ):
        spark_session("k8s://http://nowhere.invalid:1").__enter__()


@pytest.mark.parametrize(
    "master",
    [
        *("local", "local[4]", "local[*]", "local-cluster[2,1,1024]"),
        *("yarn", "spark://h:7077,i:7077", "k8s://https://10.0.0.1:443"),
    ],
)
def test_masters_of_spark_are_read(master: str) -> None:
    assert OPTIONS["cluster"].read(master) == master


@pytest.mark.parametrize("master", ["spark://host", "local[x]", "sprk://host:1", "mesos://h:1"])
def test_another_master_is_refused(master: str) -> None:
    with pytest.raises(UsageError, match="it must be a Spark master, such as spark://host:7077"):
        OPTIONS["cluster"].read(master)
