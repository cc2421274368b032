"""What rendering needs before a crawl begins: a browser on this system, a setting of Scrapy's."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from sitemap_audit.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scrapy.settings import BaseSettings

    from sitemap_audit.options import Options

_HANDLER = "sitemap_audit.rendering.handler.RenderingDownloadHandler"
_COMMANDS = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "microsoft-edge",
)
_APPLICATIONS = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
)
_CACHES = {"darwin": "Library/Caches/ms-playwright", "win32": "AppData/Local/ms-playwright"}
_OF_PLAYWRIGHT = (
    "chromium-*/chrome-linux*/chrome",
    "chromium-*/chrome-mac*/Chromium.app/Contents/MacOS/Chromium",
    "chromium-*/chrome-win*/chrome.exe",
    "chromium_headless_shell-*/*/*headless*shell*",
)


def find_browser(named: Path | None = None) -> Path:
    """The browser's program: the one named, else the system's, else Playwright's own install.

    Raises:
        UsageError: there is none.
    """
    if named is not None:
        if not _is_program(named):
            raise UsageError(f"browser is {str(named)!r}; it must be a program that can be run.")
        return named
    found = next(filter(_is_program, _candidates()), None)
    if found is None:
        raise UsageError(
            "There is no browser to render pages with. Install one (apt-get install chromium, or"
            " playwright install chromium), name it by --browser PATH, or leave --render out."
        )
    return found


def require_browser(options: Options) -> None:
    """Say before anything is fetched that there is no browser, where one is needed.

    Raises:
        UsageError: pages are to be rendered, and there is no browser.
    """
    if options.render != "never":
        find_browser(options.browser)


def install(options: Options, settings: BaseSettings) -> None:
    """Have the browser's download handler used in a crawl that renders; else change nothing."""
    if options.render != "never":
        others = settings.getdict("DOWNLOAD_HANDLERS")
        handlers = {**others, "http": _HANDLER, "https": _HANDLER}
        settings.set("DOWNLOAD_HANDLERS", handlers, priority="spider")


def _candidates() -> Iterator[Path]:
    for command in _COMMANDS:
        if path := shutil.which(command):
            yield Path(path)
    yield from map(Path, _APPLICATIONS)
    cache = os.environ.get("PLAYWRIGHT_BROWSERS_PATH")
    folder = (
        Path(cache) if cache else Path.home() / _CACHES.get(sys.platform, ".cache/ms-playwright")
    )
    for pattern in _OF_PLAYWRIGHT:
        yield from sorted(folder.glob(pattern), reverse=True)


def _is_program(path: Path) -> bool:
    return path.is_file() and os.access(path, os.X_OK)
