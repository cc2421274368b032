"""The store of one audit: Parquet parts in, DuckDB tables out.

The only module that knows DuckDB. Parts are append-only and each is whole or absent, so that an
audit can be killed, resumed, and read while it is being written.
"""

from __future__ import annotations

import itertools
import os
import threading
import time
from collections import defaultdict
from datetime import datetime
from types import UnionType
from typing import TYPE_CHECKING, Any, Union, get_args, get_origin, get_type_hints

import duckdb
import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from duckdb.func import ARROW

from sitemap_audit.errors import UsageError
from sitemap_audit.records import TABLES, Record

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from pathlib import Path
    from types import TracebackType

    import pandas as pd
    from numpy.typing import NDArray

_ARROW = {
    str: pa.string(),
    int: pa.int64(),
    float: pa.float64(),
    bool: pa.bool_(),
    datetime: pa.timestamp("us", tz="UTC"),
}
WRITE_ERRORS = (OSError, duckdb.IOException)
"What is raised where the disk is full or cannot be written."
_NAMES = {record: name for name, record in TABLES.items()}
# The fetch that a part belongs to: (its table, the part's column).
_OWNERS = {
    "sitemap_problems": ("sitemaps", "sitemap_id"),
    "entries": ("sitemaps", "sitemap_id"),
    "entry_alternates": ("sitemaps", "sitemap_id"),
    "entry_images": ("sitemaps", "sitemap_id"),
    "entry_videos": ("sitemaps", "sitemap_id"),
    "entry_news": ("sitemaps", "sitemap_id"),
    "page_canonicals": ("pages", "page_id"),
    "page_alternates": ("pages", "page_id"),
    "page_directives": ("pages", "page_id"),
}

_KEYS = {"robots": "origin", "sitemaps": "url_key", "pages": "url_key"}


def schema(record: type[Record]) -> pa.Schema:
    """The Arrow schema of a record class; every column may be NULL but those that never are."""
    hints = get_type_hints(record)
    return pa.schema([_field(name, hints[name]) for name in record._fields])


def _field(name: str, hint: Any) -> pa.Field:
    optional = get_origin(hint) in (Union, UnionType)
    kind = next(a for a in get_args(hint) if a is not type(None)) if optional else hint
    return pa.field(name, _ARROW[kind], nullable=optional)


_SCHEMAS = {name: schema(record) for name, record in TABLES.items()}


class Writer:
    """Collects records and writes them as Parquet parts. May be used from several threads."""

    def __init__(self, folder: Path, *, rows: int = 20_000, seconds: float = 15.0) -> None:
        """Write below ``folder/data``; a part is due at ``rows`` records or after ``seconds``."""
        self._data = folder / "data"
        self._rows, self._seconds = rows, seconds
        self._lock = threading.Lock()
        self._writing = threading.Lock()
        self._buffers: dict[str, list[Record]] = defaultdict(list)
        self._count = 0
        self._flushed_at = time.monotonic()
        self._ids = itertools.count(time.time_ns())
        self._parts = itertools.count(time.time_ns())

    def next_id(self) -> int:
        """An id for a fetch, unlike any other of this audit."""
        return next(self._ids)

    def add(self, records: Iterable[Record]) -> None:
        """Keep records for the next part."""
        with self._lock:
            for record in records:
                self._buffers[_NAMES[type(record)]].append(record)
                self._count += 1

    @property
    def is_due(self) -> bool:
        """Whether enough has come, or time has passed, for a part to be written."""
        waited = time.monotonic() - self._flushed_at
        return self._count >= self._rows or (self._count > 0 and waited >= self._seconds)

    @property
    def waiting(self) -> int:
        """Records that no part holds yet."""
        return self._count

    def flush(self) -> None:
        """Write what has come, parts of a fetch before the fetch itself.

        Raises:
            OSError: the disk is full or cannot be written; what was not written is kept.
        """
        with self._writing:
            with self._lock:
                buffers, self._buffers = self._buffers, defaultdict(list)
                self._count = 0
                self._flushed_at = time.monotonic()
            number = next(self._parts)
            try:
                for name in TABLES:
                    if name in buffers:
                        self._write(name, number, buffers[name])
                        del buffers[name]
            except OSError:
                self._take_back(buffers)
                raise

    def _take_back(self, buffers: dict[str, list[Record]]) -> None:
        with self._lock:
            for name, records in buffers.items():
                self._buffers[name] = records + self._buffers[name]
                self._count += len(records)

    def _write(self, name: str, number: int, records: list[Record]) -> None:
        folder = self._data / name
        folder.mkdir(parents=True, exist_ok=True)
        columns = zip(*records, strict=True)
        arrays = [
            pa.array(column, type=field.type)
            for column, field in zip(columns, _SCHEMAS[name], strict=True)
        ]
        table = pa.Table.from_arrays(arrays, schema=_SCHEMAS[name])
        write_whole(folder / f"part-{number}.parquet", table)


def write_whole(path: Path, table: pa.Table) -> None:
    """Write a Parquet file that is whole or absent."""
    unfinished = path.with_name(f".{path.name}.unfinished")
    pq.write_table(table, unfinished, compression="zstd")
    with unfinished.open("rb") as file:
        os.fsync(file.fileno())
    unfinished.replace(path)


class Store:
    """The tables of one audit, for the checks and the reports."""

    def __init__(self, folder: Path | None = None, *, memory: str | None = None) -> None:
        """Open the audit in ``folder``; without one, empty tables.

        Args:
            memory: at most so much for DuckDB ("2GB"); what is over it goes to disk.
        """
        self.folder = folder
        self._file = folder / ".analysis.duckdb" if folder else None
        self._remove_file()
        self._connection = duckdb.connect(str(self._file or ":memory:"))
        self._connection.execute("SET TimeZone = 'UTC'")
        self._connection.execute("SET enable_progress_bar = false")
        if memory:
            self._connection.execute(f"SET memory_limit = '{memory}'")
        for name in reversed(TABLES):  # a fetch before its parts
            self._load(name)

    def __enter__(self) -> Store:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the tables; the parts stay."""
        self._connection.close()
        self._remove_file()

    def _remove_file(self) -> None:
        if self._file:
            for path in self._file.parent.glob(f"{self._file.name}*"):
                path.unlink()

    def _keep_latest(self, name: str, key: str) -> None:
        """A URL asked again when an audit was resumed counts once, as it answered last."""
        total, distinct = self.rows(f"SELECT COUNT(*), COUNT(DISTINCT {key}) FROM {name}")[0]
        if total != distinct:
            self.execute(
                f"DELETE FROM {name} WHERE rowid NOT IN"
                f" (SELECT arg_max(rowid, fetched_at) FROM {name} GROUP BY {key})"
            )

    def _load(self, name: str) -> None:
        self._connection.register("empty", _SCHEMAS[name].empty_table())
        self._connection.execute(f"CREATE TABLE {name} AS SELECT * FROM empty")
        self._connection.unregister("empty")
        parts = self.folder / "data" / name if self.folder else None
        if not parts or not any(parts.glob("part-*.parquet")):
            return
        read = f"INSERT INTO {name} BY NAME SELECT * FROM read_parquet(?, union_by_name = true)"
        if owner := _OWNERS.get(name):
            read += f" WHERE {owner[1]} IN (SELECT id FROM {owner[0]})"
        self._connection.execute(read, [str(parts / "part-*.parquet")])
        if key := _KEYS.get(name):
            self._keep_latest(name, key)

    def execute(self, sql: str, parameters: Mapping[str, Any] | None = None) -> None:
        """Run one statement whose result nobody wants."""
        self._connection.execute(sql, parameters or {}).fetchall()

    def execute_with(self, name: str, function: Callable[[str], str], sql: str) -> None:
        """Run one statement that calls a function of ours on texts; NULL stays NULL."""

        def each(texts: pa.ChunkedArray) -> pa.Array:
            return pa.array(map(function, texts.to_pylist()), type=pa.string())

        self._connection.create_function(name, each, ["VARCHAR"], "VARCHAR", type=ARROW)
        try:
            self.execute(sql)
        finally:
            self._connection.remove_function(name)

    def rows(self, sql: str, parameters: Mapping[str, Any] | None = None) -> list[tuple[Any, ...]]:
        """All rows of a query."""
        rows: list[tuple[Any, ...]] = self._connection.execute(sql, parameters or {}).fetchall()
        return rows

    def stream(
        self, sql: str, parameters: Mapping[str, Any] | None = None
    ) -> Iterator[tuple[Any, ...]]:
        """The rows of a query, without holding them all."""
        cursor = self._connection.cursor()
        cursor.execute(sql, parameters or {})
        while rows := cursor.fetchmany(10_000):
            yield from rows

    def value(self, sql: str, parameters: Mapping[str, Any] | None = None) -> Any:
        """The first column of the first row."""
        return self.rows(sql, parameters)[0][0]

    def arrays(self, sql: str) -> list[NDArray[np.int64]]:
        """The columns of a query whose values are whole numbers, or true and false."""
        columns = self._connection.sql(sql).fetchnumpy().values()
        return [np.asarray(column, dtype=np.int64) for column in columns]

    def create(self, table: str, columns: Mapping[str, NDArray[np.int64]]) -> None:
        """Make a table of whole numbers, in place of an earlier one."""
        self._connection.register("made", pa.table(dict(columns)))
        self._connection.execute(f"CREATE OR REPLACE TABLE {table} AS SELECT * FROM made")
        self._connection.unregister("made")

    def columns(self, table: str) -> list[str]:
        """The names of a table's columns, in order; empty where there is no such table."""
        named = (
            "SELECT column_name FROM information_schema.columns WHERE table_name = $table"
            " ORDER BY ordinal_position"
        )
        return [name for (name,) in self.rows(named, {"table": table})]

    def frame(self, sql: str, parameters: Mapping[str, Any] | None = None) -> pd.DataFrame:
        """A whole result as a data frame."""
        import pandas as pd

        result = self._connection.sql(sql, params=dict(parameters or {})).to_arrow_table()
        frame: pd.DataFrame = result.to_pandas(types_mapper=pd.ArrowDtype)
        return frame

    def frames(
        self, sql: str, parameters: Mapping[str, Any] | None = None, *, rows: int = 2_000
    ) -> Iterator[pd.DataFrame]:
        """A result as data frames of about ``rows`` each; at least one, for its columns."""
        import pandas as pd

        result = self._connection.cursor().sql(sql, params=dict(parameters or {}))
        reader = result.to_arrow_reader(rows)
        batch = None
        for batch in reader:
            yield batch.to_pandas(types_mapper=pd.ArrowDtype)
        if batch is None:
            yield reader.schema.empty_table().to_pandas(types_mapper=pd.ArrowDtype)

    def insert(self, table: str, rows: Iterable[Mapping[str, Any]]) -> None:
        """Add rows to a table; columns that are not named are NULL."""
        for row in rows:
            names = ", ".join(f'"{name}"' for name in row)
            marks = ", ".join(f"${name}" for name in row)
            self.execute(f"INSERT INTO {table} ({names}) VALUES ({marks})", dict(row))

    def load(self, table: str) -> None:
        """Read a table of results that was saved."""
        part = self.folder / "data" / table / "part-0.parquet" if self.folder else None
        if part is None or not part.exists():
            raise UsageError(
                f"{self.folder} has no {table} yet; run 'sitemap-audit check {self.folder}' first."
            )
        self._connection.execute(
            f"CREATE TABLE {table} AS SELECT * FROM read_parquet(?)", [str(part)]
        )

    def save(self, table: str) -> None:
        """Write a table of results beside the stored ones, in place of an earlier one."""
        if self.folder is None:
            return
        folder = self.folder / "data" / table
        folder.mkdir(parents=True, exist_ok=True)
        result = self._connection.sql(f"SELECT * FROM {table}").to_arrow_table()
        write_whole(folder / "part-0.parquet", result)
