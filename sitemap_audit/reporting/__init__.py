"""Write the reports of an audit: CSV, a workbook, JSON, a summary for the terminal.

Reports read the store and run no checks. Formats are imported late, as openpyxl is slow to import.
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
    """Write every report into ``folder``, replacing earlier ones; return the paths, run.json last.

    Args:
        store: with VIEWS, findings and check_runs.
        checks: the checks that ran; without its check, a result shows the name only.
        run: the record of the crawl; :func:`machine.run_record` adds the figures.
        is_part: leave out the tables of the crawl, which are in the audit's own folder.

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
