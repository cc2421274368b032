"""What Spark's tasks read and write: Parquet parts, and CSV files of a part of the rows.

A task needs no folder of the audit, only paths or URLs that all executors see. Nothing but the
files of a small CSV table goes through the driver.
"""

from __future__ import annotations

import shutil
import sys
from functools import partial
from itertools import chain, groupby
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from sitemap_audit.machine.files import unfinished
from sitemap_audit.storage import csv_parts
from sitemap_audit.storage.audit_files import AuditFiles
from sitemap_audit.storage.csv_files import write_csv
from sitemap_audit.storage.fsspec_files import opened, remove_folder, write_whole
from sitemap_audit.storage.left_parts import note_left
from sitemap_audit.storage.part_reader import read_part, write_part
from sitemap_audit.storage.parts import Part, PartList, part_path

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from pyspark.sql import DataFrame

    from sitemap_audit.audit_place import AuditPlace

_ATTEMPTS = 2**32
"Numbers for the attempts at one partition."


def read_parts(
    places: list[str], schema: pa.Schema, batches: Iterable[pa.RecordBatch]
) -> Iterator[pa.RecordBatch]:
    """Read the parts whose numbers a task gets."""
    for batch in batches:
        for number in batch.column(0).to_pylist():
            yield from read_part(places[number], schema)


def write_files(
    write: Callable[[int, int, Iterator[pa.RecordBatch]], Mapping[str, Any]],
    most: int,
    batches: Iterable[pa.RecordBatch],
) -> Iterator[pa.RecordBatch]:
    """Write the rows of a task as files of at most so many rows, and tell what was written.

    Args:
        write: writes one file and returns the row that tells of it. Gets a number that rises with
            the partitions, another one for each attempt; and the number of the file.
    """
    from pyspark import TaskContext

    task = TaskContext.get()
    assert task is not None
    number = task.partitionId() * _ATTEMPTS + task.taskAttemptId()
    for file, group in groupby(_of_files(batches, most), key=itemgetter(0)):
        told = write(number, file, (batch for _, batch in group))
        yield pa.RecordBatch.from_pylist([told])


def _of_files(batches: Iterable[pa.RecordBatch], most: int) -> Iterator[tuple[int, pa.RecordBatch]]:
    """Yield batches with the number of their file, cut where a file is full."""
    rows = 0
    for batch in batches:
        start = 0
        while start < batch.num_rows:
            file, used = divmod(rows, most)
            some = batch.slice(start, most - used)
            yield file, some
            start += some.num_rows
            rows += some.num_rows


def save_parts(rows: DataFrame, schema: pa.Schema, place: AuditPlace, table: str) -> None:
    """Save rows as the parts of a table, in place of earlier ones; each task writes one.

    On a store a part gets a number that no other part of the table has: it does not count before it
    is in the list, and earlier ones go when the list is stored.

    Raises:
        OSError: the list cannot be written.
    """
    folder, url = place.folder, place.url
    parts = PartList(folder)
    earlier = [part for part in parts.parts().values() if part.table == table]
    first = 1 + max((part.number for part in earlier), default=-1) if url else 0
    into = f"{url}/data/{table}" if url else f"{folder.absolute()}/data/.{table}.unfinished"
    write = partial(_write_part, into, table, first, parts.hash_seed(), schema)
    told = rows.mapInArrow(
        partial(write_files, write, sys.maxsize),
        "table string, number bigint, rows bigint, bytes bigint, hash string",
    )
    lines = sorted(Part(**row.asDict()) for row in told.collect()) or [Part(**write(0, 0, []))]
    if url:
        note_left(folder, {f"data/{table}/{part.name}": part.bytes for part in lines})
        parts.replace(table, lines)
        for part in earlier:
            part_path(folder, table, part.number).unlink(missing_ok=True)
    else:
        made = [(Path(into) / part.name, part.rows) for part in lines]
        AuditFiles(folder).replace_parts(table, made)
        shutil.rmtree(into, ignore_errors=True)  # with what tasks wrote that were repeated


def _write_part(
    folder: str,
    table: str,
    first: int,
    seed: int,
    schema: pa.Schema,
    number: int,
    _file: int,
    batches: Iterable[pa.RecordBatch],
) -> dict[str, Any]:
    number += first
    place = f"{folder}/part-{number}.parquet"
    return write_part(place, schema, batches, table, number, seed)._asdict()


def write_rows(rows: DataFrame, place: AuditPlace, table: str) -> int:
    """Write rows as CSV files of at most :data:`csv_parts.MOST` rows; return their number.

    Args:
        rows: in their order.
        place: the folder of the file of a table that is not larger.

    Raises:
        OSError: they cannot be written.
    """
    folder = f"{place.shared}/.{table}.unfinished"
    remove_folder(folder)  # of a run that was killed
    task = partial(write_files, partial(_write_csv, folder), csv_parts.MOST)
    told = rows.mapInArrow(task, "number bigint, file bigint, place string, rows bigint")
    made = sorted(told.collect())
    files = [file.place for file in made]
    total: int = sum(file.rows for file in made)
    if total > csv_parts.MOST:
        csv_parts.keep_parts(place, table, files)
    else:
        with unfinished(place.folder / f"{table}.csv") as file:
            if files:
                _join(files, file)
            else:
                write_csv(pa.schema([(name, pa.string()) for name in rows.columns]), [], file)
    remove_folder(folder)  # with what tasks wrote that were repeated
    return total


def _write_csv(
    folder: str, number: int, file: int, batches: Iterator[pa.RecordBatch]
) -> dict[str, Any]:
    place, first = f"{folder}/{number}-{file}.csv", next(batches)
    rows = 0

    def write(made: Any) -> None:
        nonlocal rows
        rows = write_csv(first.schema, chain([first], batches), Path(made.name))

    write_whole(place, write)
    return {"number": number, "file": file, "place": place, "rows": rows}


def _join(places: Sequence[str], path: Path) -> None:
    """Write the rows of files behind the header line of the first one."""
    with path.open("wb") as joined:
        for number, place in enumerate(places):
            with opened(place) as file:
                header = file.readline()
                if number == 0:
                    joined.write(header)
                shutil.copyfileobj(file, joined, 1_000_000)
