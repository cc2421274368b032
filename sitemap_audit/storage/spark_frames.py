"""Data frames of Spark that are computed once: the plans of later queries begin at their rows."""

from __future__ import annotations

import threading
from contextlib import contextmanager
from functools import reduce
from typing import TYPE_CHECKING, Any, NamedTuple

from sitemap_audit.errors import ClusterError, QueryError
from sitemap_audit.storage.spark_rows import schema_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from pyspark.sql import DataFrame, SparkSession


class Made(NamedTuple):
    """Rows that were computed, and lie on the executors' disks."""

    rows: DataFrame
    size: int
    "Number of rows."


class Frames:
    """Makes data frames on a session, and keeps their rows on the disks of its executors.

    Each lies there twice where there are several executors. Spark's own ``localCheckpoint`` keeps
    the estimated size of its query, the product of what it joins: the product of products soon has
    millions of digits. These have no estimate; Spark sees the real size while it runs a query.
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
            return Made(self.of_rdd(rdd, checkpoint._jdf.schema()), size)

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
        schema = frames[0].rows._jdf.schema()
        some = [_rdd(made.rows) for made in frames if made.size]
        if not some:
            return self.without_rows(schema)
        return self.of_rdd(reduce(lambda rdd, other: rdd.union(other), some), schema)

    def name(self, rows: DataFrame, table: str) -> None:
        """Let queries read rows as a table.

        Where a query has one partition, Spark is told that the table has one, too: a join then
        moves no rows.
        """
        (rows.coalesce(1) if self._is_single else rows).createOrReplaceTempView(f"`{table}`")

    def empty(self, columns: Mapping[str, str]) -> DataFrame:
        """Return a frame without rows.

        Args:
            columns: Spark's types by name.
        """
        assert self._session._jvm is not None
        types = self._session._jvm.org.apache.spark.sql.types
        return self.without_rows(types.StructType.fromDDL(schema_of(columns)))

    def without_rows(self, schema: Any) -> DataFrame:
        """Return a frame of which Spark knows that it is empty: it leaves out what is joined."""
        from pyspark.sql import DataFrame

        assert self._session._jvm is not None
        rows = self._session._jvm.java.util.ArrayList()
        made = self._session._jsparkSession.createDataFrame(rows, schema.asNullable())
        return DataFrame(made, self._session)

    def of_rdd(self, rdd: Any, schema: Any) -> DataFrame:
        """Return Spark's rows, and their schema, as a data frame."""
        from pyspark.sql import DataFrame

        java = self._session._jsparkSession
        made = java.internalCreateDataFrame(rdd, schema.asNullable(), False)
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
