"""Write the reports of an audit: CSV, a workbook, HTML, JSON, a summary for the terminal.

Reports read the store and run no checks. Formats are imported late, as openpyxl is slow to import.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sitemap_audit.storage.run_record import RUN_FILE, write_run

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from sitemap_audit.analysis.catalogue.catalogue import Check
    from sitemap_audit.redaction import Redaction
    from sitemap_audit.reporting.branding import Brand
    from sitemap_audit.storage import Store

__all__ = ["VIEWS", "write_reports"]

VIEWS = (
    "bot_access",
    "cluster_members",
    "clusters",
    "coverage",
    "hreflang_ends",
    "hreflang_pairs",
    "indexability",
    "ledger",
    "linked_pages",
    "listed",
    "listed_links",
    "locale_pairs",
    "not_checked",
    "redirect_chains",
    "rendered_canonicals",
    "search_urls",
    "sitemap_shares",
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
    brand: Brand | None = None,
    redaction: Redaction | None = None,
) -> list[Path]:
    """Write every report into ``folder``, replacing earlier ones; return the paths, run.json last.

    The path of a table in CSV parts is a pattern.

    Args:
        store: with VIEWS, findings and check_runs.
        checks: the checks that ran; without its check, a result shows the name only.
        run: the record of the crawl; :func:`machine.run_record` adds the figures.
        is_part: leave out the tables of the crawl, which are in the audit's own folder.
        brand: title and logo of report.html.
        redaction: has redacted the store, and redacts the record for the reports. run.json keeps
            the options and targets of the run, because resume reads them.

    Raises:
        OSError: the folder cannot be written.
    """
    from sitemap_audit.reporting import csv, html, machine, workbook
    from sitemap_audit.reporting.changes import read_changes, worst_changes, write_changes

    folder.mkdir(parents=True, exist_ok=True)
    record = machine.run_record(store, checks, run)
    shown = redaction.record(record) if redaction else record
    paths = csv.write_tables(store, checks, folder, is_part=is_part)
    told = read_changes(store, checks, shown)
    if told is not None:
        paths.append(write_changes(told, folder))
        record["changes"] = (record.get("changes") or {}) | {"worst": worst_changes(told)}
    paths.append(workbook.write_workbook(store, checks, shown, folder))
    paths.append(html.write_html(store, checks, shown, folder / html.REPORT, brand))
    paths.append(folder / RUN_FILE)
    files = [path.relative_to(folder).as_posix() for path in paths]
    write_run(folder, record | {"files": files})
    return paths
