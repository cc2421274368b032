"""Show the report of a stored audit in the user's browser."""

from __future__ import annotations

import os
import sys
import webbrowser
from contextlib import suppress
from typing import TYPE_CHECKING

from sitemap_audit.errors import UsageError
from sitemap_audit.storage.run_record import read_run

if TYPE_CHECKING:
    from pathlib import Path

REPORTS = ("report.html", "report.xlsx")
"The browser shows the first; the path of the other is all that is said of it."


def show_report(folder: Path) -> Path:
    """Show ``report.html`` in the browser, if there is a display; return the report's path.

    Raises:
        UsageError: there is no audit in the folder, or it has no report.
    """
    read_run(folder)
    written = [folder / name for name in REPORTS if (folder / name).exists()]
    if not written:
        raise UsageError(
            f"No report in {folder}: {REPORTS[-1]} is missing. Run 'sitemap-audit check {folder}'."
        )
    if written[0].suffix == ".html" and _has_display():
        with suppress(webbrowser.Error):
            webbrowser.open(written[0].absolute().as_uri())
    return written[0]


def _has_display() -> bool:
    """Return whether a browser can open a window; else webbrowser starts one in the terminal."""
    has_window = any(map(os.environ.get, ("DISPLAY", "WAYLAND_DISPLAY")))
    return has_window or sys.platform in ("darwin", "win32")
