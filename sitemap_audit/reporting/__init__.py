"""The reports of an audit: CSV, a workbook, JSON for machines, a summary for the terminal.

They read what the store and the checks hold and never judge. openpyxl takes long to import, so
nothing here imports it before a report is written.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sitemap_audit.storage.run_record import RUN_FILE, write_run

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from sitemap_audit.analysis.catalogue import Check
    from sitemap_audit.storage import Store

__all__ = ["VIEWS", "write_reports"]

VIEWS = (
    "bot_access",
    "cluster_members",
    "clusters",
    "hreflang_ends",
    "hreflang_pairs",
    "indexability",
    "ledger",
    "listed",
    "locale_pairs",
    "redirect_chains",
    "rendered_canonicals",
    "unnamed_sitemaps",
)
"""The views that the reports read."""


def write_reports(
    store: Store,
    checks: Sequence[Check],
    run: Mapping[str, Any],
    folder: Path,
    *,
    is_part: bool = False,
) -> list[Path]:
    """Write every report into ``folder``, over earlier ones; those written, run.json last.

    Args:
        store: with VIEWS, the findings and the check_runs.
        checks: those that were run; one that is not among them is shown by its name alone.
        run: what the crawl knows of itself; :func:`machine.run_record` adds the figures.
        is_part: leave out the tables of what was read: they lie in the audit's own folder.

    Raises:
        OSError: the folder cannot be written.
    """
    from sitemap_audit.reporting import csv, machine, workbook

    folder.mkdir(parents=True, exist_ok=True)
    record = machine.run_record(store, checks, run)
    paths = csv.write_tables(store, checks, folder, is_part=is_part)
    paths += workbook.write_workbook(store, checks, record, folder)
    paths.append(folder / RUN_FILE)
    write_run(folder, record | {"files": [path.name for path in paths]})
    return paths
