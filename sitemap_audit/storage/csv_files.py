"""Write Arrow batches as a CSV file that DuckDB would write."""

from __future__ import annotations

from typing import TYPE_CHECKING

import duckdb

from sitemap_audit.storage.audit_files import in_sql

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    import pyarrow as pa

OPTIONS = "FORMAT csv, HEADER, NEW_LINE '\\r\\n'"
"RFC 4180."


def write_csv(schema: pa.Schema, batches: Iterable[pa.RecordBatch], path: Path) -> int:
    """Write batches with a header line; return the number of rows."""
    import pyarrow as pa  # late: DuckDB alone needs only the options

    with duckdb.connect() as connection:
        connection.execute("SET TimeZone = 'UTC'")
        connection.execute("SET threads = 1")  # keeps the order
        connection.register("made", pa.RecordBatchReader.from_batches(schema, batches))
        made = connection.execute(f"COPY made TO {in_sql(path.absolute())} ({OPTIONS})")
        ((rows,),) = made.fetchall()
    return int(rows)
