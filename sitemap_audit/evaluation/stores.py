"""Open the store in which an audit is judged: DuckDB, or Spark with ``--cluster``."""

from __future__ import annotations

import shutil
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from sitemap_audit.items import ALWAYS_LOADED
from sitemap_audit.machine.resources import SCRATCH
from sitemap_audit.machine.spark_session import spark_session
from sitemap_audit.storage.parts import PartList

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator
    from pathlib import Path

    from sitemap_audit.options import Options


CLUSTER_ROWS = 10_000_000
"""Stored rows from which a crawl on a cluster is judged there, too: a million pages with ten
alternates each. DuckDB judges fewer in minutes, with a fraction of the processor time."""
_FEW_ROWS = 200_000
"Stored rows below which a Spark session is short."
_FEW_ROWS_OF_DUCKDB = 50_000
"Stored rows below which DuckDB takes longer to share work among threads than to do it."


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
    stored = _rows(folder)
    if cluster is None:
        from sitemap_audit.storage.duckdb import DuckDBStore  # late: the crawl does without it

        with DuckDBStore(
            folder,
            memory=memory,
            tables=ALWAYS_LOADED,
            others=others,
            has_few_rows=0 < stored < _FEW_ROWS_OF_DUCKDB,
        ) as store:
            yield store
        return
    from sitemap_audit.storage.spark import SparkStore  # late: few audits need Spark

    (folder / SCRATCH).mkdir(exist_ok=True)
    log = folder / SCRATCH / "spark.log"
    name = f"sitemap-audit {folder.name}"
    few = 0 < stored < _FEW_ROWS
    try:
        with spark_session(cluster, name, memory=memory, log=log, is_short=few) as session:
            yield SparkStore(session, folder, tables=ALWAYS_LOADED)
    finally:
        shutil.rmtree(folder / SCRATCH, ignore_errors=True)


def judging_options(folder: Path, options: Options) -> Options:
    """Return the options with which to judge an audit after its crawl."""
    if options.cluster is None or _rows(folder) >= CLUSTER_ROWS:
        return options
    return replace(options, cluster=None)


def _rows(folder: Path) -> int:
    """Return the number of rows that an audit stored; 0 if it has no list of parts."""
    return sum(part.rows for part in PartList(folder).parts().values())
