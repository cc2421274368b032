"""Show a page in the user's browser."""

from __future__ import annotations

import os
import sys
import webbrowser
from contextlib import suppress


def show_in_browser(url: str) -> str | None:
    """Show a URL in the browser; return why there is none, as a clause."""
    if not _has_display():
        return "There is no display here"
    with suppress(webbrowser.Error):
        if webbrowser.open(url):
            return None
    return "No browser can be started here"


def _has_display() -> bool:
    """Return whether a browser can open a window; else webbrowser starts one in the terminal.

    BROWSER is the user's choice, and needs no display: editors set it on remote machines.
    """
    has_window = any(map(os.environ.get, ("BROWSER", "DISPLAY", "WAYLAND_DISPLAY")))
    return has_window or sys.platform in ("darwin", "win32")
