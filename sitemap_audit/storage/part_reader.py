"""Read and write single Parquet parts by their path or URL, as the tasks of Spark do."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.parquet as pq

from sitemap_audit.options.kinds import is_url
from sitemap_audit.storage.parts import Part, measure
from sitemap_audit.storage.places import arrow_files, store_errors, write_whole
from sitemap_audit.storage.writer import SCHEMAS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import BinaryIO

ROWS = 50_000
"Maximum rows of a record batch."


def stored_schema(table: str) -> pa.Schema:
    """Return the columns of a stored table as :func:`read_part` returns them: all may be NULL."""
    return pa.schema([field.with_nullable(True) for field in SCHEMAS[table]])


def read_part(place: str, table: str | None = None, rows: int = ROWS) -> Iterator[pa.RecordBatch]:
    """Yield the rows of a part in batches of at most ``rows``.

    Args:
        place: path or URL of the part, of :meth:`AuditFiles.parts`.
        table: a stored table, of which all columns are returned: one that the part does not have
            is NULL, and others are left out. Without it, the columns are those of the part.

    Raises:
        OSError: the part cannot be read.
        pyarrow.ArrowInvalid: it is not a Parquet file, or a column has another type.
    """
    files, path = arrow_files(place)
    with store_errors(place), files.open_input_file(path) as file:
        part = pq.ParquetFile(file, pre_buffer=is_url(place))
        wanted = part.schema_arrow.remove_metadata() if table is None else stored_schema(table)
        there = set(part.schema_arrow.names)
        names = [name for name in wanted.names if name in there]
        for batch in part.iter_batches(rows, columns=names):
            yield with_columns(batch, wanted)


def part_schema(place: str) -> pa.Schema:
    """Return the columns of a part, such as one of the results, from its footer.

    Raises:
        OSError, pyarrow.ArrowInvalid: see :func:`read_part`.
    """
    files, path = arrow_files(place)
    with store_errors(place), files.open_input_file(path) as file:
        return pq.read_schema(file).remove_metadata()


def write_part(
    place: str,
    schema: pa.Schema,
    batches: Iterable[pa.RecordBatch],
    table: str,
    number: int,
    seed: int = 0,
) -> Part:
    """Write record batches as one part, whole or not at all; return its line in the list of parts.

    Args:
        seed: of the hash, of :meth:`PartList.hash_seed`.

    Raises:
        OSError: the part cannot be written.
    """
    part: Part

    def write(file: BinaryIO) -> None:
        nonlocal part
        rows = 0
        with pq.ParquetWriter(file, schema, compression="zstd") as writer:
            for batch in batches:
                rows += batch.num_rows
                writer.write_batch(batch)
        file.flush()
        with Path(file.name).open("rb") as made:
            part = measure(made, table, number, rows, seed)

    write_whole(place, write)
    return part


def with_columns(batch: pa.RecordBatch, wanted: pa.Schema) -> pa.RecordBatch:
    """Return a batch with exactly the columns of a schema, in its order."""
    there = set(batch.schema.names)
    columns = [
        batch.column(field.name).cast(field.type)
        if field.name in there
        else pa.nulls(batch.num_rows, field.type)
        for field in wanted
    ]
    return pa.RecordBatch.from_arrays(columns, schema=wanted)
