"""Rows between Parquet parts, Arrow and Spark: what its tasks read and write, and the types."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from sitemap_audit.items import column_types
from sitemap_audit.storage.part_reader import read_part, with_columns, write_batches

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from pyspark.sql import DataFrame

DUCKDB_TYPES = {
    "string": "VARCHAR",
    "bigint": "BIGINT",
    "double": "DOUBLE",
    "boolean": "BOOLEAN",
    "timestamp": "TIMESTAMP WITH TIME ZONE",
}
TYPES = {str: "STRING", int: "BIGINT", float: "DOUBLE", bool: "BOOLEAN", datetime: "TIMESTAMP"}
ARROW_TYPES = {
    "string": pa.string(),
    "bigint": pa.int64(),
    "double": pa.float64(),
    "boolean": pa.bool_(),
    "timestamp": pa.timestamp("us", "UTC"),
    "int": pa.int32(),
}


class PartReader:
    """Read the parts whose numbers a task gets."""

    def __init__(self, places: list[str], table: str | None, kinds: dict[str, pa.DataType]) -> None:
        self._places, self._table = places, table
        self._schema = pa.schema(list(kinds.items()))

    def __call__(self, batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            for number in batch.column(0).to_pylist():
                for rows in read_part(self._places[number], self._table):
                    yield with_columns(rows, self._schema)


class PartWriter:
    """Write the rows of a task as one part, and tell its place, partition and rows."""

    def __init__(self, folder: str, schema: pa.Schema) -> None:
        self._folder, self._schema = folder, schema

    def __call__(self, batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        from pyspark import TaskContext

        task = TaskContext.get()
        assert task is not None
        Path(self._folder).mkdir(parents=True, exist_ok=True)
        place = f"{self._folder}/{task.taskAttemptId()}.parquet"
        rows = write_batches(
            place, self._schema, (with_columns(each, self._schema) for each in batches)
        )
        if rows:
            told = {"place": [place], "partition": [task.partitionId()], "rows": [rows]}
            yield pa.RecordBatch.from_pydict(told)


def spark_type(kind: pa.DataType) -> str:
    """Return Spark's type of a stored column."""
    if pa.types.is_timestamp(kind):
        return "TIMESTAMP"
    if pa.types.is_boolean(kind):
        return "BOOLEAN"
    if pa.types.is_integer(kind):
        return "BIGINT"
    return "DOUBLE" if pa.types.is_floating(kind) or pa.types.is_decimal(kind) else "STRING"


def schema_of(columns: Mapping[str, str]) -> str:
    return ", ".join(f"`{name}` {kind}" for name, kind in columns.items())


def columns_of(table: str) -> dict[str, str]:
    return {name: TYPES[kind] for name, (kind, _) in column_types(table).items()}


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
