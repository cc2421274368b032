"""Parts that Spark tasks write to a store, and parts that a local copy leaves there.

A task needs no folder of the audit: it writes a part under a number that no other part of the table
has, and tells its line in the list of parts. A part that is not in the list does not count.
"""

from __future__ import annotations

from itertools import chain
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.parquet as pq

from sitemap_audit.machine.copies import url_of
from sitemap_audit.storage.left_parts import note_left
from sitemap_audit.storage.parts import LIST, Part, PartList, measure, part_path
from sitemap_audit.storage.places import upload
from sitemap_audit.storage.remote_files import parts_in, sizes_at

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

PART_COLUMNS = "table string, number bigint, rows bigint, bytes bigint, hash string"
"The columns of :class:`Part`, as Spark has them."
_SPAN = 2**32
"Numbers for the attempts at one partition."


class StoredTable:
    """A table of results whose parts Spark tasks write to the store of an audit."""

    def __init__(self, folder: Path, url: str, table: str) -> None:
        """Replace a table of an audit.

        Args:
            folder: the copy of its folder.
        """
        self._folder, self._url, self._table = folder, url, table
        self._list = PartList(folder)

    def writer(self, schema: pa.Schema) -> StoredPartWriter:
        """Return what the tasks do."""
        numbers = [each.number for each in self._list.parts().values() if each.table == self._table]
        first = max(numbers, default=-1) + 1
        return StoredPartWriter(self._url, self._table, first, self._list.hash_seed(), schema)

    def replace(self, parts: Iterable[Part]) -> None:
        """List parts in place of the earlier ones, which go when the list is stored.

        Raises:
            OSError: the folder of the copy cannot be written.
        """
        parts = list(parts)
        earlier = [each for each in self._list.parts().values() if each.table == self._table]
        note_left(self._folder, {f"data/{each.table}/{each.name}": each.bytes for each in parts})
        self._list.replace(self._table, parts)
        for each in earlier:
            part_path(self._folder, each.table, each.number).unlink(missing_ok=True)


def stored_table(folder: Path, table: str) -> StoredTable | None:
    """Return a table of an audit on a store; None if the audit is on a disk."""
    url = url_of(folder)
    return None if url is None else StoredTable(folder, url, table)


class StoredPartWriter:
    """Writes the rows of a Spark task as one part on a store, and tells its line in the list."""

    def __init__(self, url: str, table: str, first: int, seed: int, schema: pa.Schema) -> None:
        """Write to an audit.

        Args:
            url: of the audit.
            first: first number of the parts, above those of the table.
            seed: of the hashes; see :class:`PartList`.
        """
        self._url, self._table, self.first, self._seed = url, table, first, seed
        self._schema = schema

    def __call__(self, batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        from pyspark import TaskContext

        task = TaskContext.get()
        assert task is not None
        # In the order of the partitions; an attempt that is repeated has another number.
        number = self.first + task.partitionId() * _SPAN + task.taskAttemptId()
        some = (batch for batch in batches if batch.num_rows)
        if (first := next(some, None)) is not None:
            part = self.write(number, chain([first], some))
            yield pa.RecordBatch.from_pylist([part._asdict()])

    def write(self, number: int, batches: Iterable[pa.RecordBatch]) -> Part:
        """Write one part.

        Raises:
            OSError: the store cannot be written.
        """
        rows = 0
        with NamedTemporaryFile(prefix="sitemap-audit-") as file:
            with pq.ParquetWriter(file, self._schema, compression="zstd") as writer:
                for batch in batches:
                    rows += batch.num_rows
                    writer.write_batch(_cast(batch, self._schema))
            file.flush()
            file.seek(0)
            part = measure(file, self._table, number, rows, self._seed)
            upload(Path(file.name), f"{self._url}/data/{self._table}/{part.name}")
        return part


def _cast(batch: pa.RecordBatch, schema: pa.Schema) -> pa.RecordBatch:
    columns = [batch.column(field.name).cast(field.type) for field in schema]
    return pa.RecordBatch.from_arrays(columns, schema=schema)


def leave_parts(url: str, folder: Path, names: list[str]) -> list[str]:
    """Note which parts a local copy leaves on the store; return the other files.

    Args:
        names: the files of the audit that count. Without a list of parts among them, none is left.

    Raises:
        OSError: the store cannot be read.
    """
    if f"data/{LIST}" not in names:
        return names
    listed = parts_in((folder / "data" / LIST).read_bytes()) & set(names)
    sizes = {name: size for name, size in sizes_at(url).items() if name in listed}
    note_left(folder, sizes)
    return [name for name in names if name not in sizes]
