"""Records into Parquet parts.

Parts are append-only and each is whole or absent, so that an audit can be killed, resumed, and
read while it is being written.
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

import pyarrow as pa
import pyarrow.parquet as pq

from sitemap_audit.records import TABLES, Record

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

_ARROW = {
    str: pa.string(),
    int: pa.int64(),
    float: pa.float64(),
    bool: pa.bool_(),
    datetime: pa.timestamp("us", tz="UTC"),
}
_NAMES = {record: name for name, record in TABLES.items()}


def schema(record: type[Record]) -> pa.Schema:
    """The Arrow schema of a record class; every column may be NULL but those that never are."""
    hints = get_type_hints(record)
    return pa.schema([_field(name, hints[name]) for name in record._fields])


def _field(name: str, hint: Any) -> pa.Field:
    optional = get_origin(hint) in (Union, UnionType)
    kind = next(a for a in get_args(hint) if a is not type(None)) if optional else hint
    return pa.field(name, _ARROW[kind], nullable=optional)


SCHEMAS = {name: schema(record) for name, record in TABLES.items()}
"By table."


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
            for column, field in zip(columns, SCHEMAS[name], strict=True)
        ]
        table = pa.Table.from_arrays(arrays, schema=SCHEMAS[name])
        write_whole(folder / f"part-{number}.parquet", table)


def write_whole(path: Path, table: pa.Table) -> None:
    """Write a Parquet file that is whole or absent."""
    unfinished = path.with_name(f".{path.name}.unfinished")
    pq.write_table(table, unfinished, compression="zstd")
    with unfinished.open("rb") as file:
        os.fsync(file.fileno())
    unfinished.replace(path)
