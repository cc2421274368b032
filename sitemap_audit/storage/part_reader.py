"""Read and write single Parquet parts by their path or URL, as the tasks of Spark do."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.parquet as pq
from pyarrow.dataset import dataset

from sitemap_audit.storage.fsspec_files import arrow_files, store_errors, write_whole
from sitemap_audit.storage.parts import Part, measure

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import BinaryIO

ROWS = 50_000
"Maximum rows of a record batch."


def read_part(
    place: str, schema: pa.Schema | None = None, rows: int = ROWS
) -> Iterator[pa.RecordBatch]:
    """Yield the rows of a part in batches of at most ``rows``.

    Args:
        place: path or URL of the part, of :meth:`AuditFiles.parts`.
        schema: the columns to return: one that the part does not have is NULL, and others are left
            out. Without it, those of the part.

    Raises:
        OSError: the part cannot be read.
        pyarrow.ArrowInvalid: it is not a Parquet file, or a column has another type.
    """
    files, path = arrow_files(place)
    with store_errors(place):
        part = dataset(path, schema, format="parquet", filesystem=files)
        # One batch in memory, not sixteen.
        yield from part.to_batches(
            batch_size=rows, batch_readahead=0, fragment_readahead=0, use_threads=False
        )


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
        schema: the columns; types of the batches are cast.
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
                writer.write_batch(batch.cast(schema))
        file.flush()
        with Path(file.name).open("rb") as made:
            part = measure(made, table, number, rows, seed)

    write_whole(place, write)
    return part
