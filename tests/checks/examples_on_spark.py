"""Each check finds on Spark what it finds on DuckDB, in each of its examples.

Run by hand: a statement takes longer on Spark than a whole example on DuckDB::

    pytest tests/checks/examples_on_spark.py --numprocesses 2 --dist load
"""

from __future__ import annotations

from functools import reduce
from typing import TYPE_CHECKING

import pytest
from pyspark.sql import DataFrame

from checks.examples.fixtures import ReusedStore
from checks.test_every_check import PAIRS, Run, run_example, run_on
from sitemap_audit.analysis.comparison.compared_tables import attach_previous
from sitemap_audit.machine.spark_session import spark_session
from sitemap_audit.storage.spark import SparkStore
from sitemap_audit.storage.spark_frames import Frames, Made

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pyspark.sql import SparkSession

    from sitemap_audit.storage import Store

pytestmark = pytest.mark.filterwarnings("ignore:PySpark does not yet fully:FutureWarning")


class ExampleFrames(Frames):
    """Keeps rows in the driver: there are few, and a task takes longer."""

    def made(self, rows: DataFrame) -> Made:
        found = rows._jdf.collectAsList()
        java = self._session._jsparkSession
        made = java.createDataFrame(found, rows._jdf.schema().asNullable())
        return Made(DataFrame(made, self._session), found.size())

    def joined(self, frames: Sequence[Made]) -> DataFrame:
        if len(frames) == 1:
            return frames[0].rows
        return self.made(reduce(DataFrame.unionAll, (made.rows for made in frames))).rows


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


@pytest.mark.parametrize(
    "number", range(len(PAIRS)), ids=[f"{check.name}: {example.title}" for check, example in PAIRS]
)
def test_an_example_finds_the_same_on_spark(number: int, reused: ReusedSparkStore) -> None:
    assert in_any_order(run_on(reused, *PAIRS[number])) == in_any_order(run_example(number))


def in_any_order(run: Run) -> Run:
    """A run with its findings in an order of their own."""
    findings = sorted(run.findings, key=lambda row: [str(value) for value in row.values()])
    return run._replace(findings=findings)
