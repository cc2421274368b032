"""Write the parts of one imported file, in place of those of an earlier import of it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, BinaryIO

import pyarrow as pa
import pyarrow.parquet as pq

from sitemap_audit.items import TABLE_NAMES, Columns
from sitemap_audit.storage.audit_files import AuditFiles
from sitemap_audit.storage.masked import Masking
from sitemap_audit.storage.parts import IMPORTED, PartList, part_path
from sitemap_audit.storage.run_file import read_run, write_run
from sitemap_audit.storage.writer import SCHEMAS, record_batch, write_part

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from sitemap_audit.items import ImportedFile, ImportedUnreadable, Row

MAX_ID = 2**48
"""IDs of files are below it: they are the numbers of their parts, and must not raise the numbers of
parts that a crawl writes, which begin with the time."""


class ImportWriter:
    """Writes the tables of one imported file."""

    def __init__(self, folder: Path, file_id: int) -> None:
        self._folder, self.id = folder, file_id
        self._files, self._masking = AuditFiles(folder), Masking(folder)
        self._written: set[str] = set()
        self._is_finished = False
        self.replaces = ("imported_files", file_id) in PartList(folder).parts()
        "Whether the file was imported before."

    def abandon(self) -> None:
        """Remove what was written, if the import did not finish."""
        if self._written and not self._is_finished:
            self._remove({*IMPORTED})

    def write(self, table: str, batches: Iterable[Columns | pa.RecordBatch]) -> int:
        """Write rows as they come, and return their number.

        Nothing is stored if the iterator raises an error.

        Raises:
            OSError: the disk is full or cannot be written.
        """

        def write_batches(file: BinaryIO) -> int:
            rows = 0
            with pq.ParquetWriter(file, SCHEMAS[table], compression="zstd") as writer:
                for batch in batches:
                    made = self._masking.table(_table(table, batch))
                    rows += made.num_rows
                    writer.write_table(made)
            return rows

        rows = self._files.add(table, self.id, write_batches)
        self._written.add(table)
        return rows

    def finish(self, file: ImportedFile, unreadable: Sequence[ImportedUnreadable]) -> None:
        """Write the rows about the file itself, and remove what an earlier import left.

        Raises:
            OSError: the disk is full or cannot be written.
        """
        if unreadable:
            self._write_rows(unreadable)
        self._remove({*IMPORTED} - self._written - {"imported_files"})
        self._write_rows([file])
        self._is_finished = True
        self._count()

    def _write_rows(self, rows: Sequence[Row]) -> None:
        table = TABLE_NAMES[type(rows[0])]
        write_part(self._files, self._masking, table, self.id, rows)
        self._written.add(table)

    def _remove(self, tables: set[str]) -> None:
        listed = PartList(self._folder)
        parts = listed.parts()
        stale = [table for table in tables if parts.pop((table, self.id), None)]
        for table in stale:  # first: it makes room on a full disk
            part_path(self._folder, table, self.id).unlink(missing_ok=True)
        if stale:
            listed.rewrite(parts.values())

    def _count(self) -> None:
        """Update the rows by table in run.json; else fewer rows would look like a lost part."""
        run = read_run(self._folder)
        if run.counts is not None:
            counts = dict.fromkeys(IMPORTED, 0)
            for part in PartList(self._folder).parts().values():
                if part.table in counts:
                    counts[part.table] += part.rows
            write_run(self._folder, replace(run, counts={**run.counts, **counts}))


def _table(table: str, batch: Columns | pa.RecordBatch) -> pa.Table:
    if isinstance(batch, Columns):
        batch = record_batch(batch.values, SCHEMAS[table])
    return pa.Table.from_batches([batch]).cast(SCHEMAS[table])
