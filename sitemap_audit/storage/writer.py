"""Write items as Parquet parts.

Parts are written atomically and never changed, so that several processes can write, read, kill and
resume an audit.
"""

from __future__ import annotations

import itertools
import re
import threading
import time
from collections import defaultdict
from datetime import datetime
from itertools import chain
from operator import attrgetter
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq

from sitemap_audit.items import (
    TABLE_NAMES,
    TABLES,
    Columns,
    EntryBatch,
    Item,
    Row,
    column_names,
    column_types,
    nested_names,
)
from sitemap_audit.machine.interpreter import avoid_pandas_import
from sitemap_audit.storage.audit_files import AuditFiles
from sitemap_audit.storage.masked import Masking

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence, Sized
    from pathlib import Path

avoid_pandas_import()

_ARROW = {
    str: pa.string(),
    int: pa.int64(),
    float: pa.float64(),
    bool: pa.bool_(),
    datetime: pa.timestamp("us", tz="UTC"),
}


def schema(row: type[Row]) -> pa.Schema:
    """Return the Arrow schema of an item class, with its NOT NULL columns."""
    fields = column_types(TABLE_NAMES[row]).items()
    return pa.schema([pa.field(name, _ARROW[kind], optional) for name, (kind, optional) in fields])


SCHEMAS = {name: schema(row) for name, row in TABLES.items()}
"Arrow schema by table."
_VALUES = {name: attrgetter(*column_names(row)) for name, row in TABLES.items()}
"Getter of all columns of a row, by table."

ROWS = 20_000
"Rows in memory at which a part is written."
_ROW_BYTES = 800
"Bytes of a row; a longer one counts as several rows, because a URL may have 64 KiB."
_URL_COPIES = 3
"Copies of a long URL in a row, such as as written and in normal form."
_LONG_COLUMNS = {
    "page_canonicals": "href",
    "page_alternates": "href",
    "page_forms": "href",
    "link_targets": "url",
}
"Column with URLs that may be long, by table."
_SHORT_ROWS = {"outlinks": 5}
"Rows that count as one, by table: they hold no URL, and a page has many."
SECONDS = 15.0
"Maximum age of unwritten rows in seconds; a killed crawl loses no more than that."
_ROWS_PER_BATCH = 500
"Rows converted to Arrow at once, which blocks other threads."
SPAN = 2**32
"Count of numbers reserved for one writer, for its parts and its fetch IDs."
_NUMBER = re.compile(r"part-([0-9]+)\.parquet$")


def next_first(folder: Path, last: int = 0) -> int:
    """Return the first number for a new writer, above all numbers that the audit has used.

    Args:
        last: the first number of the previous writer, if there is one.
    """
    numbers = filter(None, map(_NUMBER.search, map(str, AuditFiles(folder).parts())))
    used = max((int(number[1]) for number in numbers), default=0)
    return max(time.time_ns(), used + SPAN, last + SPAN)


class _Part(NamedTuple):
    """Unwritten rows of all tables, for the parts with one number."""

    number: int
    tables: dict[str, list[Row]]
    batches: dict[str, list[pa.RecordBatch]]
    "Columns converted to Arrow on arrival, which use less memory than Python objects."

    def waiting(self) -> int:
        blocks: Iterable[Sized] = chain(self.tables.values(), *self.batches.values())
        return sum(map(len, blocks))


class Writer:
    """Collects items and writes them as Parquet parts. May be used from several threads."""

    def __init__(
        self,
        folder: Path,
        *,
        first: int | None = None,
        rows: int = ROWS,
        seconds: float = SECONDS,
        hidden: Iterable[str] = (),
        audit: Path | None = None,
    ) -> None:
        """Write below ``folder/data``: a part at ``rows`` rows or after ``seconds``.

        Args:
            folder: of the audit, or of a part of it.
            first: first of the numbers that are reserved for this writer.
            hidden: secrets to mask in all strings.
            audit: folder of the audit whose key masks, if it is not ``folder``.
        """
        self._files, self._rows, self._seconds = AuditFiles(folder), rows, seconds
        self._masking = Masking(audit or folder, hidden)
        self._lock = threading.Lock()
        self._writing = threading.Lock()
        self._since = time.monotonic()
        "Time of the oldest row in the current part, by the monotonic clock."
        self.first = next_first(folder) if first is None else first
        self._numbers = itertools.count(self.first)
        self._unwritten: list[_Part] = []
        self._count = 0
        self._part = self._new_part()

    def _new_part(self) -> _Part:
        return _Part(next(self._numbers), defaultdict(list), defaultdict(list))

    def add(self, item: Item | Sequence[Item] | Columns) -> None:
        """Add one or more items to the next part; rows in nested fields go to their tables."""
        with self._lock:
            if self._count == 0:
                self._since = time.monotonic()
            if isinstance(item, Columns):
                self._add_columns(item)
            elif isinstance(item, list | tuple):
                for each in item:
                    self._add(each)
            else:
                self._add(item)  # type: ignore[arg-type]  # an item is not a sequence

    def _add(self, item: Item) -> None:
        kind = type(item)
        for name in nested_names(kind):
            if rows := getattr(item, name):
                self._add_rows(name, rows)
        if kind is not EntryBatch:
            self._part.tables[TABLE_NAMES[kind]].append(item)  # type: ignore[arg-type]  # of its table
            self._count += 1

    def _add_rows(self, name: str, rows: list[Row] | Columns) -> None:
        if isinstance(rows, Columns):
            self._add_columns(rows)
        else:
            self._part.tables[name] += rows
            self._count += len(rows) // _SHORT_ROWS.get(name, 1) + self._extra_rows(name, rows)

    def _extra_rows(self, name: str, rows: Sequence[Row]) -> int:
        """Return how many extra rows long strings count as."""
        if (long := _LONG_COLUMNS.get(name)) is None:
            return 0
        return sum(len(getattr(row, long) or "") for row in rows) * _URL_COPIES // _ROW_BYTES

    def _add_columns(self, columns: Columns) -> None:
        name = TABLE_NAMES[columns.kind]
        if len(columns):
            batch = record_batch(columns.values, SCHEMAS[name])
            self._part.batches[name].append(batch)
            self._count += max(len(columns), batch.nbytes // _ROW_BYTES)

    @property
    def is_due(self) -> bool:
        """Whether a part must be written, by rows or time."""
        waited = time.monotonic() - self._since
        return self._count >= self._rows or (self._count > 0 and waited >= self._seconds)

    @property
    def waiting(self) -> int:
        """Return the number of rows not written yet."""
        return sum(part.waiting() for part in (*self._unwritten, self._part))

    def flush(self) -> None:
        """Write all rows, those of a fetch before the fetch itself.

        Raises:
            OSError: the disk is full or cannot be written; what was not written is kept.
        """
        with self._writing:
            with self._lock:
                self._unwritten.append(self._part)
                self._part, self._count = self._new_part(), 0
            while self._unwritten:
                self._finish(self._unwritten[0])
                del self._unwritten[0]

    def _finish(self, part: _Part) -> None:
        for name in TABLES:
            rows, batches = part.tables.get(name, []), part.batches.get(name, [])
            if rows or batches:
                write_part(self._files, self._masking, name, part.number, rows, batches)
            part.tables.pop(name, None)
            part.batches.pop(name, None)


def write_part(
    files: AuditFiles,
    masking: Masking,
    name: str,
    number: int,
    rows: Sequence[Row],
    more: Sequence[pa.RecordBatch] = (),
) -> None:
    """Write rows of one table as one part.

    Raises:
        OSError: the disk is full or cannot be written.
    """
    some = (rows[start : start + _ROWS_PER_BATCH] for start in range(0, len(rows), _ROWS_PER_BATCH))
    batches = [
        record_batch(zip(*map(_VALUES[name], each), strict=True), SCHEMAS[name]) for each in some
    ]
    table = masking.table(pa.Table.from_batches([*batches, *more], schema=SCHEMAS[name]))

    def write(file: BinaryIO) -> int:
        pq.write_table(table, file, compression="zstd")
        return int(table.num_rows)

    files.add(name, number, write)


def record_batch(values: Iterable[Sequence[Any]], columns: pa.Schema) -> pa.RecordBatch:
    """Convert one list per column to Arrow."""
    arrays = [_array(each, field.type) for each, field in zip(values, columns, strict=True)]
    return pa.RecordBatch.from_arrays(arrays, schema=columns)


def _array(values: Sequence[Any], kind: pa.DataType) -> pa.Array:
    """Make a column; faster if all its values are the same."""
    first, count = values[0], len(values)
    if values[-1] == first and values.count(first) == count:
        return pa.repeat(pa.scalar(first, type=kind), count)
    return pa.array(values, type=kind)
