"""Find Chromium and set up its start, for rendering and for a PDF."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sitemap_audit.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator

_COMMANDS = (
    "chromium-headless-shell",  # takes a third of the processor time
    "chrome-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "microsoft-edge",
)
_MAC_APPLICATIONS = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
)
_PLAYWRIGHT_FOLDERS = {
    "darwin": "Library/Caches/ms-playwright",
    "win32": "AppData/Local/ms-playwright",
}
_PLAYWRIGHT_BROWSERS = (
    "chromium_headless_shell-*/*/*headless*shell*",
    "chromium-*/chrome-linux*/chrome",
    "chromium-*/chrome-mac*/Chromium.app/Contents/MacOS/Chromium",
    "chromium-*/chrome-win*/chrome.exe",
)
HEAP = 512
"Limit in MiB of the JavaScript heap of one page."
_FLAGS = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-dev-shm-usage",
    "--disable-quic",  # it would bypass the gateway
    "--disable-sync",
    # WebRTC over UDP would bypass it, too; the second flag is for older browsers.
    "--webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    f"--js-flags=--max-old-space-size={HEAP}",
    "--no-first-run",
    # Only the gateway looks up names; requests to loopback use it, too.
    "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
    "--proxy-bypass-list=<-loopback>",
)


def find_browser(named: Path | None = None, option: str = "--render") -> Path:
    """Find the browser: the one named, else the system's, else the one Playwright installed.

    Args:
        option: what needs it.

    Raises:
        UsageError: none is found, or the one named is not a program.
    """
    if named is not None:
        if not _is_program(named):
            raise UsageError(f"browser is {str(named)!r}; it must be a program that can be run.")
        return named
    found = next(filter(_is_program, _candidates()), None)
    if found is None:
        raise UsageError(
            f"No browser found for {option}. Install one (apt-get install chromium-headless-shell,"
            " or playwright install chromium), pass its path with --browser, or leave"
            f" {option} out."
        )
    return found


def launch_options(program: Path) -> dict[str, Any]:
    """Return Playwright's launch options, without the sandbox for root, where it does not work."""
    return {
        "executable_path": str(program),
        "headless": True,
        "chromium_sandbox": getattr(os, "geteuid", lambda: 1)() != 0,
        "handle_sigint": False,  # Ctrl-C stops the crawl, which closes the browser
        "handle_sigterm": False,
        "handle_sighup": False,
        "ignore_default_args": ["--disable-popup-blocking"],
        "args": list(_FLAGS),
    }


def _candidates() -> Iterator[Path]:
    for command in _COMMANDS:
        if path := shutil.which(command):
            yield Path(path)
    yield from map(Path, _MAC_APPLICATIONS)
    cache = os.environ.get("PLAYWRIGHT_BROWSERS_PATH")
    folder = (
        Path(cache)
        if cache
        else Path.home() / _PLAYWRIGHT_FOLDERS.get(sys.platform, ".cache/ms-playwright")
    )
    for pattern in _PLAYWRIGHT_BROWSERS:
        yield from sorted(folder.glob(pattern), reverse=True)


def _is_program(path: Path) -> bool:
    return path.is_file() and os.access(path, os.X_OK)
