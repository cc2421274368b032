"""Open a stored audit to run its checks or write its reports again: its record, and its tables.

The tables are in DuckDB, or in Spark with ``--cluster``.
"""

from __future__ import annotations

import shutil
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

from sitemap_audit.analysis.comparison.compared_tables import attach_previous
from sitemap_audit.evaluation.incomplete import mark_failed
from sitemap_audit.items import ALWAYS_LOADED, TABLES
from sitemap_audit.machine.lock import take_lock
from sitemap_audit.machine.resources import SCRATCH
from sitemap_audit.storage.left_parts import left_parts
from sitemap_audit.storage.parts import IMPORTED, RESULTS, PartList
from sitemap_audit.storage.run_file import read_run, stored_run
from sitemap_audit.storage.spark_session import spark_session

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping
    from pathlib import Path

    from sitemap_audit.analysis.comparison.previous import Compared
    from sitemap_audit.audit_place import AuditPlace
    from sitemap_audit.options import Options
    from sitemap_audit.run_record import RunRecord
    from sitemap_audit.storage import Store


CLUSTER_ROWS = 10_000_000
"""Stored rows from which a crawl on a cluster is judged there, too: a million pages with ten
alternates each. DuckDB judges fewer in minutes, with a fraction of the processor time."""
_FEW_ROWS = 200_000
"Stored rows below which a Spark session is short."
_FEW_ROWS_OF_DUCKDB = 50_000
"Stored rows below which DuckDB takes longer to share work among threads than to do it."


def open_audit(folder: Path) -> RunRecord:
    """Lock the folder of an audit until this process ends, and read its run record.

    Raises:
        UsageError: there is no audit in the folder, or another process writes to it.
    """
    read_run(folder)
    take_lock(folder)  # before its data is looked for: an audit that has begun has none
    return stored_run(folder)


def mark_lost_parts(place: AuditPlace, run: RunRecord, *, with_results: bool = False) -> str:
    """Record missing parts of an audit in run.json; return the summary, empty if none is missing.

    Args:
        with_results: look for the parts of the findings, too.
    """
    parts = PartList(place.folder, left_parts(place))
    if damages := parts.damages(run, TABLES):
        how = f"fetch it again by 'sitemap-audit resume {place}'"
        if all(damage.table in IMPORTED for damage in damages):
            how = f"import the file again by 'sitemap-audit import {place} FILE'"
        why = (
            f"The checks did not run: {parts.describe(damages)}. Restore it from a copy, or {how}."
        )
        return mark_failed(place, run, why)
    if with_results and (lost := parts.describe(parts.damages(run, RESULTS))):
        return mark_failed(place, run, f"The findings of the checks are lost: {lost}.")
    return ""


@contextmanager
def open_store(
    place: AuditPlace,
    memory: int | None,
    cluster: str | None = None,
    *,
    compared: Compared | None = None,
    origins: Mapping[str, str] | None = None,
    others: Collection[Path] = (),
    scratch: Path | None = None,
) -> Iterator[Store]:
    """Open an audit's tables; those that are always needed are loaded.

    Args:
        memory: bytes, of DuckDB or of a local Spark.
        cluster: a Spark master; None for DuckDB.
        compared: the audits that it is compared with, whose tables are attached.
        origins: see :func:`attach_previous`.
        others: further folders that SQL may read and write.
        scratch: see :class:`sitemap_audit.storage.duckdb.DuckDBStore`.

    Raises:
        UsageError: Spark cannot be started, or a stored table of one of them cannot be read.
        WRITE_ERRORS: the folder cannot be written.
    """
    audits = [each and each.folder.absolute() for each in compared or (None, None, None)]
    with _opened(place, memory, cluster, [*filter(None, audits), *others], scratch) as store:
        if compared is not None:
            previous, earlier, between = audits
            began = compared.previous.record.started_at
            attach_previous(store, previous, began, earlier, between, origins)
        yield store


@contextmanager
def _opened(
    place: AuditPlace,
    memory: int | None,
    cluster: str | None,
    others: Collection[Path],
    scratch: Path | None,
) -> Iterator[Store]:
    folder = place.folder
    stored = _rows(folder)
    if cluster is None:
        from sitemap_audit.storage.duckdb import DuckDBStore  # late: the crawl does without it

        with DuckDBStore(
            folder,
            memory=memory,
            tables=ALWAYS_LOADED,
            others=others,
            scratch=scratch,
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
            yield SparkStore(session, place, tables=ALWAYS_LOADED)
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
