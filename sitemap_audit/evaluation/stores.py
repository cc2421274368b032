"""Open the store in which an audit is judged: DuckDB, or Spark with ``--cluster``."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from sitemap_audit.items import ALWAYS_LOADED
from sitemap_audit.machine.resources import SCRATCH
from sitemap_audit.machine.spark_session import spark_session
from sitemap_audit.storage.duckdb import DuckDBStore
from sitemap_audit.storage.parts import PartList

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator
    from pathlib import Path


_FEW_ROWS = 200_000
"Stored rows below which a Spark session is short."


@contextmanager
def open_store(
    folder: Path,
    memory: int | None,
    cluster: str | None = None,
    others: Collection[Path] = (),
) -> Iterator[Any]:
    """Open an audit's tables; those that are always needed are loaded.

    Args:
        memory: bytes, of DuckDB or of a local Spark.
        cluster: a Spark master; None for DuckDB.
        others: further folders that SQL may read and write.

    Raises:
        UsageError: Spark cannot be started.
    """
    if cluster is None:
        with DuckDBStore(folder, memory=memory, tables=ALWAYS_LOADED, others=others) as store:
            yield store
        return
    from sitemap_audit.storage.spark import SparkStore  # late: few audits need Spark

    (folder / SCRATCH).mkdir(exist_ok=True)
    log = folder / SCRATCH / "spark.log"
    name = f"sitemap-audit {folder.name}"
    few = _rows(folder) < _FEW_ROWS
    with spark_session(cluster, name, memory=memory, log=log, is_short=few) as session:
        yield SparkStore(session, folder, tables=ALWAYS_LOADED)


def _rows(folder: Path) -> int:
    """Return the number of rows that an audit stored."""
    return sum(part.rows for part in PartList(folder).parts().values())
