"""Load the Parquet parts of one audit into Apache Spark, for ``--cluster``.

The same tables and statements as :mod:`.duckdb`, which are translated by :mod:`.transpile`. A table
is a list of checkpointed data frames: the plans of later queries begin there, and a row that was
made once is not made again. Checkpoints lie on the disks of the executors, each twice where there
are several executors.
"""

from __future__ import annotations

import threading
from contextlib import contextmanager, nullcontext
from functools import partial
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from sitemap_audit.audit_place import AuditPlace
from sitemap_audit.errors import ClusterError, NoSuchColumnError, UsageError
from sitemap_audit.items import TABLES, column_types
from sitemap_audit.storage.audit_files import shared_parts
from sitemap_audit.storage.csv_cells import in_cells
from sitemap_audit.storage.part_reader import part_schema
from sitemap_audit.storage.spark_files import read_parts, save_parts, write_rows
from sitemap_audit.storage.spark_frames import (
    TYPES,
    Frames,
    Made,
    arrow_schema,
    cluster_errors,
    serialized,
    tuples,
)
from sitemap_audit.storage.stored_tables import (
    KEYS,
    not_saved,
    of_stored_fetches,
    unreadable,
    with_fetches,
)
from sitemap_audit.storage.transpile import Statement, to_spark

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
    from contextlib import AbstractContextManager
    from pathlib import Path

    from pyspark.sql import DataFrame, SparkSession

_MOST_CHECKPOINTS = 24
"Checkpoints of one table, before they are joined into one."
_DUCKDB_TYPES = {"string": "VARCHAR", "timestamp": "TIMESTAMP WITH TIME ZONE"}
"Types that Spark names in another way."


class SparkStore:
    """The tables of one audit, for the checks and the reports, on a Spark session."""

    cursors = 4
    "Queries at once: each waits for its slowest task."

    def __init__(
        self,
        session: SparkSession,
        place: AuditPlace | None,
        *,
        tables: Collection[str] = tuple(TABLES),
        frames: Callable[[SparkSession], Frames] = Frames,
    ) -> None:
        """Open the audit at a place that every executor sees; without it, make empty tables.

        Args:
            tables: tables to load; the others are empty until :meth:`load_missing`.
            frames: what makes the data frames.
        """
        self._place, self.folder = place, place.folder if place else None
        self._session = session
        self._frames = frames(session)
        self._tables: dict[str, Made] = {}
        self._lock = threading.RLock()
        for name in TABLES:
            kinds = {column: TYPES[kind] for column, (kind, _) in column_types(name).items()}
            self._set(name, self._frames.empty(kinds))
        self._missing = set(TABLES)
        self.load_missing(tables)

    @contextmanager
    def cursor(self) -> Iterator[SparkStore]:
        """Return the store itself: a session serves several threads."""
        yield self

    def limited(self, seconds: float) -> AbstractContextManager[None]:  # noqa: ARG002 - of the Store
        """Do nothing: the cluster limits what its jobs take."""
        return nullcontext()

    def execute(self, sql: str, parameters: Mapping[str, Any] | None = None) -> None:
        """Run one statement and drop its result."""
        statement = to_spark(sql)
        if not statement.table:
            self.rows(sql, parameters)
        elif statement.query:
            self._set(statement.table, self._frames.made(self._result(statement, parameters)))
        else:
            self._set(statement.table, self._frames.empty(dict(statement.columns)))

    @contextmanager
    def function(self, name: str, function: Callable[[str], str | None]) -> Iterator[None]:
        """Let SQL call a Python function on strings; NULL stays NULL."""
        self._session.udf.register(
            name, lambda text: None if text is None else function(text), "string"
        )
        try:
            yield
        finally:
            self._session.sql(f"DROP TEMPORARY FUNCTION IF EXISTS {name}")

    def rows(self, sql: str, parameters: Mapping[str, Any] | None = None) -> list[tuple[Any, ...]]:
        """Return all rows of a query."""
        with cluster_errors():
            return list(tuples(self._unnamed(sql, parameters).toArrow()))

    def stream(
        self, sql: str, parameters: Mapping[str, Any] | None = None
    ) -> Iterator[tuple[Any, ...]]:
        """Iterate over the rows of a query, one partition of it in memory."""
        rows = self._unnamed(sql, parameters)
        with cluster_errors():
            for row in rows.mapInArrow(serialized, "batch binary").toLocalIterator():
                with pa.ipc.open_stream(row.batch) as reader:
                    for batch in reader:
                        yield from tuples(batch)

    def value(self, sql: str, parameters: Mapping[str, Any] | None = None) -> Any:
        """Return the first column of the first row."""
        return self.rows(sql, parameters)[0][0]

    def columns(self, table: str) -> list[str]:
        """Return a table's column names, in order; empty if the table does not exist."""
        made = self._tables.get(table)
        return list(made.rows.columns) if made else []

    def text_columns(self) -> dict[str, list[str]]:
        """Return the columns of texts of each table that has some, by its name."""
        texts = {
            table: [name for name, kind in made.rows.dtypes if kind == "string"]
            for table, made in sorted(self._tables.items())
        }
        return {table: columns for table, columns in texts.items() if columns}

    def describe(
        self, sql: str, parameters: Mapping[str, Any] | None = None
    ) -> list[tuple[str, str]]:
        """Return the columns of a query: name as written in SQL, and DuckDB's type."""
        return [
            ('"' + name.replace('"', '""') + '"', _DUCKDB_TYPES.get(kind, kind.upper()))
            for name, kind in self._result(to_spark(sql), parameters).dtypes
        ]

    def empty_tables(self) -> set[str]:
        """Return the tables without rows."""
        return {name for name, made in self._tables.items() if not made.size}

    def count(self, table: str) -> int:
        """Return the number of rows of a table or view."""
        return int(self.value(f"SELECT COUNT(*) FROM {table}"))

    def drop(self, *tables: str) -> None:
        """Drop tables; one that does not exist is passed over."""
        with self._lock:
            for table in tables:
                self._tables.pop(table, None)
                self._session.catalog.dropTempView(table)

    def create(self, table: str, query: str, parameters: Mapping[str, Any] | None = None) -> None:
        """Create or replace a table from a query."""
        self.execute(f"CREATE OR REPLACE TABLE {table} AS {query}", parameters)

    def create_empty(self, table: str, columns: str) -> None:
        """Create or replace a table without rows."""
        self.execute(f"CREATE OR REPLACE TABLE {table} ({columns})")

    def create_view(self, name: str, query: str) -> None:
        """Create or replace a view, a name for a query of the tables as they are now."""
        self._frames.name(self._result(to_spark(query)), name)

    def create_sorted(
        self, table: str, query: str, parameters: Mapping[str, Any] | None = None
    ) -> None:
        """Create or replace a table from a query, with a column ``number`` in its order."""
        from pyspark.sql.functions import monotonically_increasing_id

        rows = self._result(to_spark(query), parameters)
        # After a sort the partitions have the order of their numbers, and so have the ids.
        numbered = rows.withColumn("number", monotonically_increasing_id())
        self._set(table, self._frames.made(numbered))

    def insert(self, table: str, rows: Iterable[Mapping[str, Any]]) -> None:
        """Add rows to a table; columns that are not named are NULL."""
        if some := list(rows):
            table_of_rows = pa.Table.from_struct_array(pa.array(some))
            self._add(table, self._session.createDataFrame(table_of_rows))

    def insert_query(
        self,
        table: str,
        query: str,
        parameters: Mapping[str, Any] | None = None,
        values: Mapping[str, Any] | None = None,
    ) -> None:
        """Add the rows of a query to a table, by the names of columns; see :class:`Store`."""
        from pyspark.sql.functions import lit

        rows = self._result(to_spark(query), parameters)
        rows = rows.withColumns({name: lit(value) for name, value in (values or {}).items()})
        if others := {*rows.columns} - {*self.columns(table)}:
            raise NoSuchColumnError(", ".join(sorted(others)))
        self._add(table, rows)

    def write_csv(self, sql: str, path: Path, *, has_rows: bool = True) -> int:
        """Write a query's rows as one CSV file, or as parts; return the number of rows."""
        cells = in_cells(sql, self.describe(sql), has_rows=has_rows)
        with cluster_errors():
            folder = self._at(path.parent)
            return write_rows(self._result(to_spark(cells)), folder, path.stem)

    def attach(
        self, name: str, table: str, folder: Path | None, columns: Mapping[str, type]
    ) -> None:
        """Make a table of a stored one of another audit; columns that it lacks are NULL."""
        empty = self._frames.empty({column: TYPES[kind] for column, kind in columns.items()})
        parts = shared_parts(self._at(folder), table) if folder else []
        self._set(name, self._read(parts, empty) if parts else empty)

    def _at(self, folder: Path) -> AuditPlace:
        """Return the place of a folder in that of the audit, or of one beside it."""
        return self._place.parent.at(folder) if self._place else AuditPlace(folder)

    def load(self, table: str, where: str = "TRUE") -> None:
        """Load a table, or the rows that meet a condition; see :class:`Store`.

        Raises:
            UsageError: it is a table of results that is not saved.
        """
        parts = shared_parts(self._place, table) if self._place else []
        if table in TABLES:
            self._load(table, where)
            return
        if not parts:
            raise UsageError(not_saved(self.folder, table))
        empty = self._session.createDataFrame(part_schema(parts[0]).empty_table())
        self._set(table, self._read(parts, Made(empty, 0), where))

    def load_missing(self, tables: Collection[str]) -> None:
        """Load those of the tables, and of their fetches, that are not loaded yet."""
        for name in with_fetches(tables):
            if name in self._missing:
                self._missing.remove(name)
                self._load(name)

    def save(self, table: str, folder: Path | None = None) -> None:
        """Save a table of results as Parquet parts, in place of earlier ones.

        Each task writes one, on the folder that all executors see, or on the store.
        """
        folder = folder or self.folder
        if folder is None:
            return
        rows = self._tables[table].rows
        if "number" in rows.columns:
            rows = rows.orderBy("number")
        with cluster_errors():
            save_parts(rows, arrow_schema(rows), self._at(folder), table)

    def _load(self, name: str, where: str = "TRUE") -> None:
        """Load the parts of a table, without rows whose fetch is not stored."""
        if self._place is None or not (parts := shared_parts(self._place, name)):
            return
        if where == "TRUE":
            where = of_stored_fetches(name)
        try:
            rows = self._read(parts, self._tables[name], where)
        except ClusterError as error:
            if error.is_of_data:
                raise UsageError(unreadable(self._place.folder, name, str(error))) from None
            raise
        key = KEYS.get(name)
        self._set(name, self._latest(rows, key) if key else rows)

    def _latest(self, made: Made, key: str) -> Made:
        """Keep only the last row of each key: a resumed audit may fetch a URL again."""
        from pyspark.sql import Window
        from pyspark.sql.functions import row_number

        rows = made.rows
        if rows.select(key).distinct().count() == made.size:
            return made
        latest = Window.partitionBy(key).orderBy(rows.fetched_at.desc_nulls_last())
        kept = rows.withColumn("place", row_number().over(latest)).where("place = 1")
        return self._frames.made(kept.drop("place"))

    def _read(self, parts: list[str], like: Made, where: str = "TRUE") -> Made:
        """Read columns of parts in tasks, each of which opens some of them by pyarrow."""
        reader = partial(read_parts, sorted(parts), arrow_schema(like.rows))
        tasks = min(len(parts), 4 * self._tasks)
        rows = self._session.range(0, len(parts), 1, tasks).mapInArrow(reader, like.rows.schema)
        if where != "TRUE":
            rows.createOrReplaceTempView("being_loaded")
            names = ", ".join(f'"{name}"' for name in rows.columns)
            rows = self._query(to_spark(f"SELECT {names} FROM being_loaded WHERE {where}").query)
        return self._frames.made(rows)

    def _result(
        self, statement: Statement, parameters: Mapping[str, Any] | None = None
    ) -> DataFrame:
        """Return the rows of a statement's query; a recursive one is run in rounds."""
        if statement.recursion is None:
            return self._query(statement.query, parameters)
        recursion = statement.recursion
        last = self._frames.made(self._query(recursion.first, parameters))
        rounds = last.rows
        while last.size:
            self._frames.name(last.rows, recursion.table)
            rows = self._query(recursion.next, parameters).toDF(*rounds.columns)
            last = self._frames.made(rows.to(rounds.schema))
            rounds = rounds.unionAll(last.rows)
        self._set(recursion.table, self._joined(rounds))
        rows = self._query(statement.query, parameters)
        self.drop(recursion.table)
        return rows

    def _unnamed(self, sql: str, parameters: Mapping[str, Any] | None) -> DataFrame:
        """Return the rows of a query by numbers of its columns: two may have one name."""
        rows = self._result(to_spark(sql), parameters)
        return rows.toDF(*map(str, range(len(rows.columns))))

    def _query(self, query: str, parameters: Mapping[str, Any] | None = None) -> DataFrame:
        return self._session.sql(query, args=dict(parameters) if parameters else None)

    def _set(self, table: str, made: Made) -> None:
        with self._lock:
            self._tables[table] = made
            self._frames.name(made.rows, table)

    def _add(self, table: str, rows: DataFrame) -> None:
        like = self._tables[table].rows
        kinds = {name: kind for name, kind in like.dtypes if name in rows.columns}
        cast = rows.withColumns({name: rows[name].cast(kind) for name, kind in kinds.items()})
        made = self._frames.made(cast.to(like.schema))
        if not made.size:
            return
        with self._lock:
            before = self._tables[table]
            if before.size:
                rows = before.rows.unionAll(made.rows)
                made = Made(rows, before.size + made.size, before.checkpoints + 1)
            if made.checkpoints > _MOST_CHECKPOINTS:
                made = self._joined(made.rows)
            self._set(table, made)

    def _joined(self, rows: DataFrame) -> Made:
        """Return rows of several checkpoints as one."""
        return self._frames.made(rows.coalesce(self._tasks))

    @property
    def _tasks(self) -> int:
        return self._session.sparkContext.defaultParallelism
