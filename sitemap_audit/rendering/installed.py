"""Find a browser and set up Scrapy for rendering, before the crawl starts."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scrapy.settings import SETTINGS_PRIORITIES

from sitemap_audit.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scrapy.settings import BaseSettings

    from sitemap_audit.options import Options

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
_FORBIDDEN_SETTINGS = (
    "PLAYWRIGHT_BROWSER_PROVIDER",
    "PLAYWRIGHT_BROWSER_TYPE",
    "PLAYWRIGHT_CDP_URL",
    "PLAYWRIGHT_CONNECT_URL",
    "PLAYWRIGHT_CONTEXTS",
    "PLAYWRIGHT_LAUNCH_OPTIONS",
    "PLAYWRIGHT_PROCESS_REQUEST_HEADERS",
)
"Settings of scrapy-playwright that could let a browser bypass the gateway."


def find_browser(named: Path | None = None) -> Path:
    """Find the browser: the one named, else the system's, else the one Playwright installed.

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
            "No browser found for --render. Install one (apt-get install chromium-headless-shell,"
            " or playwright install chromium), pass its path with --browser, or leave --render out."
        )
    return found


def require_browser(options: Options) -> None:
    """Raise an error before the crawl if a browser is needed and there is none.

    Raises:
        UsageError: pages are to be rendered, and there is no browser.
    """
    if options.render != "never":
        find_browser(options.browser)


def install(options: Options, settings: BaseSettings) -> list[str]:
    """Set the browser of an audit if the options ask for rendering.

    Returns:
        the names of the project's settings that are not used, as they could let requests bypass
        the gateway.

    Raises:
        UsageError: there is no browser, or such a setting is this spider's.
    """
    if options.render == "never":
        return []
    if not settings.getbool("TWISTED_REACTOR_ENABLED"):
        raise UsageError(
            "An audit that renders needs Twisted's reactor. Write into settings.py:"
            " TWISTED_REACTOR_ENABLED = True."
        )
    unused = list(filter(settings.get, _FORBIDDEN_SETTINGS))
    for name in unused:
        if (settings.getpriority(name) or 0) >= SETTINGS_PRIORITIES["spider"]:
            raise UsageError(
                f"{name} cannot be set in an audit that renders: it starts the browser itself, so"
                " that no page reaches private addresses. Leave it out; name another browser by"
                " --browser PATH."
            )
        settings.set(name, None, priority="spider")
    browser = launch_options(find_browser(options.browser))
    settings.set("PLAYWRIGHT_LAUNCH_OPTIONS", browser, priority="spider")
    # A page's requests keep the browser's own headers.
    settings.set("PLAYWRIGHT_PROCESS_REQUEST_HEADERS", None, priority="spider")
    return unused


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
