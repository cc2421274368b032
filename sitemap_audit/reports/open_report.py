"""Show the report of a stored audit in the user's browser."""

from __future__ import annotations

import os
import sys
import webbrowser
from contextlib import suppress
from typing import TYPE_CHECKING

from sitemap_audit.errors import UsageError
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
