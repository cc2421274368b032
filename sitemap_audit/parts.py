"""Records into Parquet parts.

Parts are append-only and each is whole or absent, so that an audit can be killed, resumed, and
read while it is being written, by several processes at once.
"""

from __future__ import annotations

import itertools
import os
import threading
import time
from collections import defaultdict
from datetime import datetime
from itertools import chain
from types import UnionType
from typing import TYPE_CHECKING, Any, NamedTuple, Union, get_args, get_origin, get_type_hints

import pyarrow as pa
import pyarrow.parquet as pq

from sitemap_audit.columns import Columns
from sitemap_audit.drafts import Draft, by_table, draft_of, left_behind, read
from sitemap_audit.machine.interpreter import spare_pandas
from sitemap_audit.records import TABLES, Record

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence, Sized
    from pathlib import Path

spare_pandas()

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


_AT_ONCE = 500
"Records made Arrow's at once: so long are the process's other threads kept waiting."
SPAN = 2**32
"Numbers that a writer may use from its first on: for its parts, and for what it fetches."


def next_first(folder: Path, last: int = 0) -> int:
    """The first number for a new writer: above every number that an audit has used.

    Args:
        last: the first number of the writer before, where there is one.
    """
    parts = (path.stem.rpartition("-")[2] for path in (folder / "data").glob("*/part-*.parquet"))
    drafts = (number for _, number in left_behind(folder))
    used = max([*(int(number) for number in parts if number.isdecimal()), *drafts], default=0)
    return max(time.time_ns(), used + SPAN, last + SPAN)


class _Part(NamedTuple):
    """Records that are to become parts of one number."""

    number: int
    tables: dict[str, list[Record]]
    batches: dict[str, list[pa.RecordBatch]]
    "What came as columns, made Arrow's at once: it takes less memory than Python's."
    draft: Draft

    def waiting(self) -> int:
        blocks: Iterable[Sized] = chain(self.tables.values(), *self.batches.values())
        return sum(map(len, blocks))


class Writer:
    """Collects records and writes them as Parquet parts. May be used from several threads."""

    def __init__(
        self,
        folder: Path,
        *,
        first: int | None = None,
        rows: int = 20_000,
        seconds: float = 15.0,
    ) -> None:
        """Write below ``folder/data``; a part is due at ``rows`` records or after ``seconds``.

        Args:
            first: of the numbers that this writer alone uses.
        """
        self._folder, self._rows, self._seconds = folder, rows, seconds
        self._lock = threading.Lock()
        self._writing = threading.Lock()
        self._written_at = time.monotonic()
        self.first = next_first(folder) if first is None else first
        self._ids = itertools.count(self.first)
        self._numbers = itertools.count(self.first)
        self._unwritten: list[_Part] = []
        self._count = 0
        self._part = self._new_part()

    def _new_part(self) -> _Part:
        number = next(self._numbers)
        draft = Draft(draft_of(self._folder, self.first, number))
        return _Part(number, defaultdict(list), defaultdict(list), draft)

    def next_id(self) -> int:
        """An id for a fetch, unlike any other of this audit."""
        return next(self._ids)

    def add(self, records: Sequence[Record] | Columns, *, draft: bool = False) -> None:
        """Keep records for the next part.

        Args:
            draft: they are those of a page, which a kill of this process is not to lose.

        Raises:
            OSError: the draft cannot be written; the records are kept all the same.
        """
        with self._lock:
            self._count += len(records)
            if isinstance(records, Columns):
                name = _NAMES[records.kind]
                self._part.batches[name].append(_batch(records.values, SCHEMAS[name]))
                return
            for record in records:
                self._part.tables[_NAMES[type(record)]].append(record)
            if draft:
                self._part.draft.add(records)

    @property
    def is_due(self) -> bool:
        """Whether enough has come, or time has passed, for a part to be written."""
        waited = time.monotonic() - self._written_at
        return self._count >= self._rows or (self._count > 0 and waited >= self._seconds)

    @property
    def waiting(self) -> int:
        """Records that no part holds yet."""
        return sum(part.waiting() for part in (*self._unwritten, self._part))

    def flush(self) -> None:
        """Write what has come, parts of a fetch before the fetch itself.

        Raises:
            OSError: the disk is full or cannot be written; what was not written is kept.
        """
        with self._writing:
            with self._lock:
                self._unwritten.append(self._part)
                self._part, self._count = self._new_part(), 0
                self._written_at = time.monotonic()
            while self._unwritten:
                self._finish(self._unwritten[0])
                del self._unwritten[0]

    def _finish(self, part: _Part) -> None:
        part.draft.close()
        for name in TABLES:
            records, batches = part.tables.get(name, []), part.batches.get(name, [])
            if records or batches:
                write_part(self._folder, name, part.number, records, batches)
            part.tables.pop(name, None)
            part.batches.pop(name, None)
        part.draft.discard()


def recover(folder: Path, writer: int | None = None) -> Iterator[list[Record]]:
    """Make parts of the drafts that a killed process has left; gives the records of each page.

    Args:
        writer: the first number of the one that was killed; without it, of all. None may be alive.

    Raises:
        OSError: the disk is full or cannot be written; the draft is kept.
    """
    for path, number in left_behind(folder, writer):
        if not _part_path(folder, "pages", number).exists():
            tables = by_table(read(path))
            for name in TABLES:
                if name in tables:
                    write_part(folder, name, number, tables[name])
        yield from read(path)
        path.unlink()


def write_part(
    folder: Path,
    name: str,
    number: int,
    records: Sequence[Record],
    more: Sequence[pa.RecordBatch] = (),
) -> None:
    """Write records of one table as one part.

    Raises:
        OSError: the disk is full or cannot be written.
    """
    path = _part_path(folder, name, number)
    path.parent.mkdir(parents=True, exist_ok=True)
    some = (records[start : start + _AT_ONCE] for start in range(0, len(records), _AT_ONCE))
    batches = [_batch(zip(*rows, strict=True), SCHEMAS[name]) for rows in some]
    write_whole(path, pa.Table.from_batches([*batches, *more], schema=SCHEMAS[name]))


def _batch(values: Iterable[Sequence[Any]], columns: pa.Schema) -> pa.RecordBatch:
    arrays = [_array(each, field.type) for each, field in zip(values, columns, strict=True)]
    return pa.RecordBatch.from_arrays(arrays, schema=columns)


def _array(values: Sequence[Any], kind: pa.DataType) -> pa.Array:
    """A column; one that holds the same throughout, as many do, is made of that alone."""
    first, count = values[0], len(values)
    if values[-1] == first and values.count(first) == count:
        return pa.repeat(pa.scalar(first, type=kind), count)
    return pa.array(values, type=kind)


def _part_path(folder: Path, name: str, number: int) -> Path:
    return folder / "data" / name / f"part-{number}.parquet"


def write_whole(path: Path, table: pa.Table) -> None:
    """Write a Parquet file that is whole or absent."""
    unfinished = path.with_name(f".{path.name}.unfinished")
    pq.write_table(table, unfinished, compression="zstd")
    with unfinished.open("rb") as file:
        os.fsync(file.fileno())
    unfinished.replace(path)
