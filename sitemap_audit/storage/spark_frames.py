"""Data frames of Spark that are computed once: the plans of later queries begin at their rows.

Also their types, and their rows for Python.
"""

from __future__ import annotations

from contextlib import contextmanager
from datetime import datetime
from typing import TYPE_CHECKING, Any, NamedTuple

import pyarrow as pa

from sitemap_audit.errors import ClusterError, QueryError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from pyspark.sql import DataFrame, SparkSession

TYPES = {str: "STRING", int: "BIGINT", float: "DOUBLE", bool: "BOOLEAN", datetime: "TIMESTAMP"}
"Spark's types, by those of columns."


class Made(NamedTuple):
    """Rows that were computed, and lie on the executors' disks."""

    rows: DataFrame
    size: int
    "Number of rows."
    checkpoints: int = 1
    "How often rows were computed: each has its tasks in every query."


class Frames:
    """Makes data frames on a session, and keeps their rows on the disks of its executors.

    Each lies there twice where there are several executors. Spark's own ``localCheckpoint`` keeps
    the estimated size of its query, the product of what it joins: the product of products soon has
    millions of digits. These have no estimate; Spark sees the real size while it runs a query. It
    has no public call for that: createDataFrame of an Arrow table takes all rows to the driver.
    """

    def __init__(self, session: SparkSession) -> None:
        from pyspark import StorageLevel

        self._session = session
        is_alone = str(session.sparkContext.master).startswith("local[")
        self._level = StorageLevel.DISK_ONLY if is_alone else StorageLevel.DISK_ONLY_2
        self._is_single = session.conf.get("spark.sql.shuffle.partitions") == "1"

    def made(self, rows: DataFrame) -> Made:
        """Compute rows now.

        Raises:
            ClusterError: Spark could not.
            QueryError: the query is at fault.
        """
        with cluster_errors():
            checkpoint = rows.localCheckpoint(eager=False, storageLevel=self._level)
            if size := checkpoint.count():
                return Made(self._without_estimate(checkpoint), size)
            return self.empty(dict(rows.dtypes))

    def name(self, rows: DataFrame, table: str) -> None:
        """Let queries read rows as a table.

        Where a query has one partition, Spark is told that the table has one, too: a join then
        moves no rows.
        """
        (rows.coalesce(1) if self._is_single else rows).createOrReplaceTempView(f"`{table}`")

    def empty(self, columns: Mapping[str, str]) -> Made:
        """Return no rows: Spark knows that there are none, and leaves out what is joined.

        Args:
            columns: Spark's types by name.
        """
        values = (f"CAST(NULL AS {kind}) AS `{name}`" for name, kind in columns.items())
        return Made(self._session.sql(f"SELECT {', '.join(values)} WHERE FALSE"), 0)

    def _without_estimate(self, checkpoint: DataFrame) -> DataFrame:
        from pyspark.sql import DataFrame

        rdd = checkpoint._jdf.queryExecution().logical().rdd()
        schema = checkpoint._jdf.schema().asNullable()
        made = self._session._jsparkSession.internalCreateDataFrame(rdd, schema, False)
        return DataFrame(made, self._session)


def arrow_schema(rows: DataFrame) -> pa.Schema:
    """Return the columns of rows in Arrow."""
    return rows.limit(0).toArrow().schema


def serialized(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """Return each batch as one value: it comes to the driver as it is."""
    for batch in batches:
        sink = pa.BufferOutputStream()
        with pa.ipc.new_stream(sink, batch.schema) as writer:
            writer.write_batch(batch)
        yield pa.RecordBatch.from_pydict({"batch": [sink.getvalue().to_pybytes()]})


def tuples(table: pa.Table | pa.RecordBatch) -> Iterator[tuple[Any, ...]]:
    """Iterate over rows."""
    return zip(*(column.to_pylist() for column in table.columns), strict=True)


@contextmanager
def cluster_errors() -> Iterator[None]:
    """Raise what Spark reports as an error of the query, or else of the cluster."""
    from py4j.protocol import Py4JError
    from pyspark.errors import PySparkException

    try:
        yield
    except (Py4JError, PySparkException) as error:
        told = str(error)
        if told.startswith("["):  # the condition of an error of the query, such as a cast
            raise QueryError(told.splitlines()[0]) from None
        raise ClusterError.of(told) from None
