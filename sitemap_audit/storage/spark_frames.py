"""Data frames of Spark that are computed once: the plans of later queries begin at their rows.

Also their types in Spark, DuckDB and Arrow, and their rows for Python.
"""

from __future__ import annotations

import threading
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import reduce
from typing import TYPE_CHECKING, Any, NamedTuple

import pyarrow as pa

from sitemap_audit.errors import ClusterError, QueryError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from pyspark.sql import DataFrame, SparkSession

TYPES = {str: "STRING", int: "BIGINT", float: "DOUBLE", bool: "BOOLEAN", datetime: "TIMESTAMP"}
DUCKDB_TYPES = {
    "string": "VARCHAR",
    "bigint": "BIGINT",
    "double": "DOUBLE",
    "boolean": "BOOLEAN",
    "timestamp": "TIMESTAMP WITH TIME ZONE",
}
ARROW_TYPES = {
    "string": pa.string(),
    "bigint": pa.int64(),
    "double": pa.float64(),
    "boolean": pa.bool_(),
    "timestamp": pa.timestamp("us", "UTC"),
    "int": pa.int32(),
}


class Made(NamedTuple):
    """Rows that were computed, and lie on the executors' disks."""

    rows: DataFrame
    size: int
    "Number of rows."


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
        self._told = threading.local()
        "Whether a thread's tasks are told the settings of the session."
        self._is_single = session.conf.get("spark.sql.shuffle.partitions") == "1"

    def made(self, rows: DataFrame) -> Made:
        """Compute rows now.

        Raises:
            ClusterError: Spark could not.
            QueryError: the query is at fault.
        """
        with cluster_errors():
            checkpoint = rows.localCheckpoint(eager=False, storageLevel=self._level)
            rdd = _rdd(checkpoint)
            self._tell_tasks()
            size = rdd.count()
            return Made(self._of_rdd(rdd, checkpoint), size)

    def _tell_tasks(self) -> None:
        """Tell the tasks of this thread the settings of the session, as a query of Spark's does."""
        if getattr(self._told, "is_done", False):
            return
        for name, value in self._session.conf.getAll.items():
            if name.startswith("spark.sql."):
                self._session.sparkContext.setLocalProperty(name, value)
        self._told.is_done = True

    def joined(self, frames: Sequence[Made]) -> DataFrame:
        """Return the rows of several, which have the same columns."""
        like = frames[0].rows
        some = [_rdd(made.rows) for made in frames if made.size]
        if not some:
            return self.empty(dict(like.dtypes))
        return self._of_rdd(reduce(lambda rdd, other: rdd.union(other), some), like)

    def name(self, rows: DataFrame, table: str) -> None:
        """Let queries read rows as a table.

        Where a query has one partition, Spark is told that the table has one, too: a join then
        moves no rows.
        """
        (rows.coalesce(1) if self._is_single else rows).createOrReplaceTempView(f"`{table}`")

    def empty(self, columns: Mapping[str, str]) -> DataFrame:
        """Return a frame of which Spark knows that it is empty: it leaves out what is joined.

        Args:
            columns: Spark's types by name.
        """
        values = (f"CAST(NULL AS {kind}) AS `{name}`" for name, kind in columns.items())
        return self._session.sql(f"SELECT {', '.join(values)} WHERE FALSE")

    def _of_rdd(self, rdd: Any, like: DataFrame) -> DataFrame:
        """Return Spark's rows, with the columns of others, as a data frame."""
        from pyspark.sql import DataFrame

        schema = like._jdf.schema().asNullable()
        made = self._session._jsparkSession.internalCreateDataFrame(rdd, schema, False)
        return DataFrame(made, self._session)


def _rdd(checkpoint: DataFrame) -> Any:
    """Return Spark's RDD of a checkpoint."""
    return checkpoint._jdf.queryExecution().logical().rdd()


def cast(rows: DataFrame, like: DataFrame) -> DataFrame:
    """Return rows with the columns and types of others."""
    there = set(rows.columns)
    return rows.selectExpr(
        *(
            f"CAST({f'`{name}`' if name in there else 'NULL'} AS {kind}) AS `{name}`"
            for name, kind in like.dtypes
        )
    )


def with_different_names(rows: DataFrame) -> DataFrame:
    """Return the result of a query whose columns Arrow can tell apart; DuckDB allows the same."""
    names = rows.columns
    if len(set(names)) == len(names):
        return rows
    places = enumerate(names)
    return rows.toDF(
        *(f"{name}_{place}" if name in names[:place] else name for place, name in places)
    )


def spark_type(kind: pa.DataType) -> str:
    """Return Spark's type of a stored column."""
    if pa.types.is_timestamp(kind):
        return "TIMESTAMP"
    if pa.types.is_boolean(kind):
        return "BOOLEAN"
    if pa.types.is_integer(kind):
        return "BIGINT"
    return "DOUBLE" if pa.types.is_floating(kind) or pa.types.is_decimal(kind) else "STRING"


def arrow_schema(rows: DataFrame) -> pa.Schema:
    return pa.schema([(name, ARROW_TYPES.get(kind, pa.string())) for name, kind in rows.dtypes])


def serialized(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """Return each batch as one value: it comes to the driver as it is."""
    for batch in batches:
        sink = pa.BufferOutputStream()
        with pa.ipc.new_stream(sink, batch.schema) as writer:
            writer.write_batch(batch)
        yield pa.RecordBatch.from_pydict({"batch": [sink.getvalue().to_pybytes()]})


def tuples(table: pa.Table | pa.RecordBatch) -> Iterator[tuple[Any, ...]]:
    """Iterate over rows; times are of UTC, as DuckDB returns them."""
    columns = [column.to_pylist() for column in table.columns]
    for row in zip(*columns, strict=True):
        yield tuple(
            each.astimezone(UTC) if isinstance(each, datetime) and each.tzinfo else each
            for each in row
        )


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
