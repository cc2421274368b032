"""Each check finds on Spark what it finds on DuckDB, in each of its examples.

Run by hand: a statement takes longer on Spark than a whole example on DuckDB::

    pytest tests/checks/examples_on_spark.py --numprocesses 2 --dist load
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from checks.examples.all_checks import CHECKS, examples
from checks.examples.fixtures import ReusedStore
from checks.examples.together import Run, run_together
from sitemap_audit.analysis.comparison.compared_tables import attach_previous
from sitemap_audit.storage.spark import SparkStore
from sitemap_audit.storage.spark_frames import Frames, Made
from sitemap_audit.storage.spark_session import spark_session

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pyspark.sql import DataFrame, SparkSession

    from sitemap_audit.analysis.catalogue.catalogue import Check
    from sitemap_audit.storage import Store

pytestmark = pytest.mark.filterwarnings("ignore:PySpark does not yet fully:FutureWarning")


class ExampleFrames(Frames):
    """Keeps rows in the driver: there are few, and a task takes longer."""

    def made(self, rows: DataFrame) -> Made:
        found = rows.toArrow().combine_chunks()
        return Made(self._session.createDataFrame(found), found.num_rows)


class ReusedSparkStore(ReusedStore):
    """One store on Spark for many examples."""

    def __init__(self, session: SparkSession) -> None:
        self._session = session
        super().__init__()

    def opened(self) -> Store:
        """Open the store, with tables of earlier audits."""
        store = SparkStore(self._session, None, frames=ExampleFrames)
        attach_previous(store)
        return store

    def empty(self, table: str) -> None:
        """Delete the rows of a table."""
        self.store.execute(f"CREATE OR REPLACE TABLE {table} AS SELECT * FROM {table} WHERE FALSE")


@pytest.fixture(scope="module")
def reused() -> Iterator[ReusedSparkStore]:
    with spark_session("local[1]", is_short=True) as session:
        yield ReusedSparkStore(session)


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.name)
def test_its_examples_find_the_same_on_spark(check: Check, reused: ReusedSparkStore) -> None:
    for example in examples(check):
        on_spark, on_duckdb = (
            in_any_order(run_together([(check, example)], reused=store)[0])
            for store in (reused, None)
        )
        assert on_spark == on_duckdb, example.title


def in_any_order(run: Run) -> Run:
    """A run with its findings in an order of their own."""
    findings = sorted(run.found, key=lambda row: [str(value) for value in row.values()])
    return run._replace(found=findings)
