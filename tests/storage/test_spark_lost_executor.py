"""A table that was made stays when one of the executors is lost: its rows lie on two of them."""

from __future__ import annotations

import os

import pytest
from commanding import wait_for
from processes import below

from sitemap_audit.storage.spark import SparkStore
from sitemap_audit.storage.spark_session import spark_session

pytestmark = pytest.mark.thorough
EXECUTOR = "CoarseGrainedExecutorBackend"
"What the command line of its process has."


def test_tables_outlive_an_executor() -> None:
    with spark_session("local-cluster[2,1,1024]", is_short=True) as session:
        known = session.sparkContext._jsc.sc().getExecutorMemoryStatus
        wait_for(lambda: known().size() == 3)  # with the driver
        store = SparkStore(session, None)
        store.execute("CREATE TABLE made (number BIGINT)")
        store.insert("made", [{"number": number} for number in range(100)])
        store.execute("CREATE TABLE doubled AS SELECT 2 * number AS twice FROM made")
        lost, _ = below(os.getpid(), EXECUTOR)
        lost.kill()
        assert store.rows("SELECT COUNT(*), SUM(twice) FROM doubled") == [(100, 9_900)]
        store.execute(
            "CREATE TABLE both AS SELECT made.number FROM made"
            " INNER JOIN doubled ON made.number = doubled.twice"
        )
        assert store.rows("SELECT COUNT(*), SUM(number) FROM both") == [(50, 2_450)]
