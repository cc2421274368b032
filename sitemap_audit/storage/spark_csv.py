"""Write the rows of a Spark query as CSV: one file, or parts if there are many rows.

The tasks write the files, each those of its partition, to the folder of the audit, which all
executors see. Nothing but the files of a small table goes through the driver.
"""

from __future__ import annotations

import shutil
from contextlib import contextmanager
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import pyarrow as pa

from sitemap_audit.machine.files import unfinished
from sitemap_audit.options.kinds import is_url
from sitemap_audit.storage import csv_parts
from sitemap_audit.storage.csv_files import write_csv
from sitemap_audit.storage.places import opened, remove_folder, upload

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from pyspark.sql import DataFrame


def write_rows(rows: DataFrame, path: Path) -> int:
    """Write rows as CSV files of at most :data:`csv_parts.MOST` rows; return their number.

    Args:
        rows: in their order.
        path: of the file of a table that is not larger.

    Raises:
        OSError: they cannot be written.
    """
    folder = f"{csv_parts.place_of(path.parent)}/.{path.stem}.unfinished"
    remove_folder(folder)  # of a run that was killed
    task = _Task(folder, csv_parts.MOST)
    told = rows.mapInArrow(task, "partition bigint, number bigint, place string, rows bigint")
    made = sorted(told.collect(), key=lambda file: (file.partition, file.number))
    places = [file.place for file in made]
    total: int = sum(file.rows for file in made)
    if total > csv_parts.MOST:
        csv_parts.keep_parts(path, places)
    else:
        with unfinished(path) as file:
            if places:
                _join(places, file)
            else:
                write_csv(pa.schema([(name, pa.string()) for name in rows.columns]), [], file)
        csv_parts.keep_file(path)
    remove_folder(folder)  # with what tasks wrote that were repeated
    return total


def _join(places: Sequence[str], path: Path) -> None:
    """Write the rows of files behind the header line of the first one."""
    with path.open("wb") as joined:
        for number, place in enumerate(places):
            with opened(place) as file:
                header = file.readline()
                if number == 0:
                    joined.write(header)
                shutil.copyfileobj(file, joined, 1_000_000)


class _Task:
    """Write the rows of a partition as CSV files, and tell their places and rows."""

    def __init__(self, folder: str, most: int) -> None:
        self._folder, self._most = folder, most

    def __call__(self, batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        from pyspark import TaskContext

        task = TaskContext.get()
        assert task is not None
        for number, group in groupby(_numbered(batches, self._most), key=itemgetter(0)):
            place = f"{self._folder}/{task.taskAttemptId()}-{number}.csv"
            rows = _write_file(place, (batch for _, batch in group))
            told = {"partition": [task.partitionId()], "number": [number]}
            yield pa.RecordBatch.from_pydict({**told, "place": [place], "rows": [rows]})


def _numbered(batches: Iterable[pa.RecordBatch], most: int) -> Iterator[tuple[int, pa.RecordBatch]]:
    """Yield batches with the number of their file, cut where a file is full."""
    rows = 0
    for batch in batches:
        start = 0
        while start < batch.num_rows:
            number, used = divmod(rows, most)
            some = batch.slice(start, most - used)
            yield number, some
            start += some.num_rows
            rows += some.num_rows


def _write_file(place: str, batches: Iterator[pa.RecordBatch]) -> int:
    """Write batches, of which there is at least one, as a CSV file; return the number of rows."""

    def all_of_them() -> Iterator[pa.RecordBatch]:
        yield first
        yield from batches

    first = next(batches)
    with _local(place) as path:
        return write_csv(first.schema, all_of_them(), path)


@contextmanager
def _local(place: str) -> Iterator[Path]:
    """Yield a local path; what is written there is at the place afterwards."""
    if not is_url(place):
        path = Path(place)
        path.parent.mkdir(parents=True, exist_ok=True)
        yield path
        return
    with TemporaryDirectory(prefix="sitemap-audit-") as folder:
        path = Path(folder) / "rows.csv"
        yield path
        upload(path, place)
