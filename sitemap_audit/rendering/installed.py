"""Set up Scrapy for rendering, before the crawl starts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scrapy.settings import SETTINGS_PRIORITIES

from sitemap_audit.errors import UsageError
from sitemap_audit.machine.chromium import find_browser, launch_options

if TYPE_CHECKING:
    from scrapy.settings import BaseSettings

    from sitemap_audit.options import Options

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
    # Pages have proxies of their own; the browser's own requests (updates, accounts) go nowhere.
    proxy = {"server": "socks5://none.invalid:1"}
    browser = launch_options(find_browser(options.browser)) | {"proxy": proxy}
    settings.set("PLAYWRIGHT_LAUNCH_OPTIONS", browser, priority="spider")
    # The page load limits the time of all that it does.
    settings.set("PLAYWRIGHT_DEFAULT_NAVIGATION_TIMEOUT", 0, priority="spider")
    # A page's requests keep the browser's own headers.
    settings.set("PLAYWRIGHT_PROCESS_REQUEST_HEADERS", None, priority="spider")
    return unused
