"""Write the reports of an audit: CSV, a workbook, HTML, JSON, a summary for the terminal.

A format is a function of a report. Formats are imported late, as openpyxl is slow to import.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sitemap_audit.machine.files import write_json
from sitemap_audit.masking import safe_json
from sitemap_audit.storage.csv_parts import HTML, PDF
from sitemap_audit.storage.run_file import RUN_FILE, write_run

if TYPE_CHECKING:
    from pathlib import Path

    from sitemap_audit.audit_place import AuditPlace
    from sitemap_audit.report.report import Report

__all__ = ["write_reports"]

CHANGES_FILE = "changes.json"


def write_reports(
    report: Report, place: AuditPlace, *, is_part: bool = False, most_cells: int | None = None
) -> list[Path]:
    """Write every report into a folder, replacing earlier ones; return the paths, run.json last.

    The path of a table in CSV parts is a pattern.

    Args:
        is_part: leave out the tables of the crawl, which are in the audit's own folder.
        most_cells: of the tables in the workbook, as :func:`write_workbook` takes it.

    Raises:
        OSError: the folder cannot be written.
    """
    from sitemap_audit.reports import csv, html, workbook

    folder = place.folder
    folder.mkdir(parents=True, exist_ok=True)
    paths = csv.write_tables(report, place, is_part=is_part)
    if report.changes is not None:
        paths.append(folder / CHANGES_FILE)
        write_json(paths[-1], safe_json(report.changes.record))
    paths.append(workbook.write_workbook(report, folder, cells=most_cells))
    (folder / PDF).unlink(missing_ok=True)  # of earlier results
    paths.append(html.write_html(report, folder / HTML))
    paths.append(folder / RUN_FILE)
    files = [path.relative_to(folder).as_posix() for path in paths]
    write_run(folder, replace(report.record, files=files))
    return paths
