"""Show the report of a stored audit in the user's browser."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sitemap_audit.errors import UsageError
from sitemap_audit.machine.web_browser import show_in_browser
from sitemap_audit.storage.csv_parts import HTML
from sitemap_audit.storage.run_file import read_run

if TYPE_CHECKING:
    from pathlib import Path


def find_report(folder: Path) -> Path:
    """Return the path of ``report.html``.

    Raises:
        UsageError: there is no audit in the folder, or it has no report.
    """
    read_run(folder)
    path = folder / HTML
    if not path.exists():
        raise UsageError(
            f"No report in {folder}: {HTML} is missing. Run 'sitemap-audit check {folder}'."
        )
    return path


def show(report: Path) -> str | None:
    """Show ``report.html`` in the browser; return a sentence if there is none."""
    why_not = show_in_browser(report.absolute().as_uri())
    return why_not and f"{why_not}. Copy the file to your computer and open it there."
