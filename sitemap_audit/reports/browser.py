"""Show the report of a stored audit in the user's browser."""

from __future__ import annotations

import os
import sys
import webbrowser
from contextlib import suppress
from typing import TYPE_CHECKING

from sitemap_audit.errors import UsageError
from sitemap_audit.storage.run_file import read_run

if TYPE_CHECKING:
    from pathlib import Path

REPORTS = ("report.html", "report.xlsx")
"The browser shows the first; the path of the other is all that is said of it."


def find_report(folder: Path) -> Path:
    """Return the path of ``report.html``, or of the workbook in older audits.

    Raises:
        UsageError: there is no audit in the folder, or it has no report.
    """
    read_run(folder)
    written = [folder / name for name in REPORTS if (folder / name).exists()]
    if not written:
        raise UsageError(
            f"No report in {folder}: {REPORTS[-1]} is missing. Run 'sitemap-audit check {folder}'."
        )
    return written[0]


def show(report: Path) -> str | None:
    """Show ``report.html`` in the browser; return a sentence if there is none."""
    if report.suffix != ".html":
        return None
    what = "There is no display"
    if _has_display():
        what = "No browser can be started"
        with suppress(webbrowser.Error):
            if webbrowser.open(report.absolute().as_uri()):
                return None
    return f"{what} here. Copy the file to your computer and open it there."


def _has_display() -> bool:
    """Return whether a browser can open a window; else webbrowser starts one in the terminal.

    BROWSER is the user's choice, and needs no display: editors set it on remote machines.
    """
    has_window = any(map(os.environ.get, ("BROWSER", "DISPLAY", "WAYLAND_DISPLAY")))
    return has_window or sys.platform in ("darwin", "win32")
