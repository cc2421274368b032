"""Scrapy settings of the user: those that cannot hold in an audit, and those that set options.

What a project sets for all of its spiders must not keep it from an audit: it is not used. What is
set for this spider, by ``custom_settings`` or ``-s``, is refused.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scrapy.settings import SETTINGS_PRIORITIES
from scrapy.utils.misc import load_object
from scrapy.utils.python import global_object_name
from scrapy.utils.reactor import is_asyncio_reactor_installed, is_reactor_installed

from sitemap_audit.crawl_settings import DOWNLOAD_HANDLER, RENDERING_HANDLER, options_of
from sitemap_audit.errors import UsageError
from sitemap_audit.options import OPTIONS
from sitemap_audit.options.option_sources import source_in_errors

if TYPE_CHECKING:
    from scrapy.settings import BaseSettings

    from sitemap_audit.options import Options

FIXED: dict[str, tuple[Any, str]] = {
    "JOBDIR": (None, "it resumes from its own folder, by -a resume=FOLDER"),
    "REDIRECT_ENABLED": (False, "each redirect is a page, and its target is requested next"),
    "METAREFRESH_ENABLED": (False, "each refresh is stored, and its target is requested next"),
    "COOKIES_ENABLED": (
        False,
        "search engines send no cookies; those of a login go into the file of -a auth=FILE",
    ),
    "HTTPERROR_ALLOW_ALL": (True, "responses of every status are pages"),
    "DEPTH_LIMIT": (
        0,
        "the spider counts no depth by Scrapy's middleware; -a max_urls=N limits the listed URLs,"
        " -a crawl_depth=N the links of a link crawl",
    ),
    "DUPEFILTER_CLASS": (
        "scrapy.dupefilters.RFPDupeFilter",
        "it requests every URL once by itself",
    ),
    "SCHEDULER": ("scrapy.core.scheduler.Scheduler", "the URLs that wait are in its own folder"),
    "HTTPCACHE_POLICY": (
        "sitemap_audit.middlewares.cache.AuditCachePolicy",
        "others may store errors, and pages that credentials were sent for",
    ),
    "TWISTED_REACTOR": (
        "twisted.internet.asyncioreactor.AsyncioSelectorReactor",
        "it runs on asyncio",
    ),
}
"By setting: its value in every audit, and why."
_OPTION_SETTINGS = {
    "concurrency": "CONCURRENT_REQUESTS_PER_DOMAIN",
    "delay": "DOWNLOAD_DELAY",
    "timeout": "DOWNLOAD_TIMEOUT",
    "user_agent": "USER_AGENT",
    "obey_robots": "ROBOTSTXT_OBEY",
}
"By option: the Scrapy setting of the same meaning."
_SCHEMES = ("http", "https")
_ABOVE_PROJECT = SETTINGS_PRIORITIES["project"] + 1
"Priority that wins over what a project sets for all of its spiders."


def refusals(settings: BaseSettings) -> list[str]:
    """Return sentences on settings of this spider that cannot hold in an audit."""
    refused = [
        f"{name} cannot be {settings.get(name)!r} in an audit: {why}. Leave it out."
        for name, (value, why) in FIXED.items()
        if _is_set_by_user(settings, name, "spider") and _differs(settings, name, value)
    ]
    handlers = settings["DOWNLOAD_HANDLERS"]
    if any(
        _is_set_by_user(handlers, each, "spider") and handlers[each] not in (None, DOWNLOAD_HANDLER)
        for each in _SCHEMES
    ):
        refused.append(
            "DOWNLOAD_HANDLERS cannot name a handler for http or https in an audit: ours keeps"
            " private addresses out and credentials to their origin. Leave these two out."
        )
    if is_reactor_installed() and not is_asyncio_reactor_installed():
        refused.append(
            "An audit needs the reactor of asyncio, and another one runs in this process. Write"
            f" into settings.py: TWISTED_REACTOR = {FIXED['TWISTED_REACTOR'][0]!r}."
        )
    return refused


def fix(settings: BaseSettings) -> list[str]:
    """Set what holds in every audit; return the names of the project's settings it replaces."""
    unused = []
    for name, (value, _) in FIXED.items():
        if _is_set_by_user(settings, name, "addon"):
            if not _differs(settings, name, value):
                continue
            unused.append(name)
        settings.set(name, value, priority=_ABOVE_PROJECT)
    is_rendering = options_of(settings).render != "never"
    handler = RENDERING_HANDLER if is_rendering else DOWNLOAD_HANDLER
    handlers, replaced = settings["DOWNLOAD_HANDLERS"], []
    for scheme in _SCHEMES:
        if not (handlers.get(scheme) and _is_set_by_user(handlers, scheme, "spider")):
            replaced += [scheme] if handlers.get(scheme) else []
            handlers.set(scheme, handler, priority="cmdline")
    return [*unused, f"DOWNLOAD_HANDLERS ({', '.join(replaced)})"] if replaced else unused


def remove(settings: BaseSettings, name: str, component: str) -> bool:
    """Remove a component that the project has added for all spiders; return whether it had."""
    components, was_used = settings[name], False
    for each in list(components):
        path = each if isinstance(each, str) else global_object_name(each)
        if path == component and not _is_set_by_user(components, each, "spider"):
            was_used |= components.pop(each) is not None
    return was_used


def options_in(settings: BaseSettings, least: str = "project") -> dict[str, Any]:
    """Return the options that the user set by Scrapy settings.

    Args:
        least: minimum priority of the settings: ``project`` or ``cmdline``.

    Raises:
        UsageError: a value is invalid.
    """
    found, without = {}, unreadable(settings)
    for option, name in _OPTION_SETTINGS.items():
        if _is_set_by_user(settings, name, least) and name not in without:
            with source_in_errors(f"the setting {name}"):
                found[option] = OPTIONS[option].read(settings.get(name))
    return found


def unreadable(settings: BaseSettings) -> list[str]:
    """Return the names of the project's settings whose values no option can have."""
    found = []
    for option, name in _OPTION_SETTINGS.items():
        if _is_set_by_user(settings, name) and not _is_set_by_user(settings, name, "spider"):
            try:
                OPTIONS[option].read(settings.get(name))
            except UsageError:
                found.append(name)
    return found


def apply_options(settings: BaseSettings, options: Options) -> None:
    """Set the Scrapy settings that options stand for; an option wins over a setting."""
    for option, name in _OPTION_SETTINGS.items():
        settings.set(name, getattr(options, option), priority="cmdline")
    for name, value in options.limits.items():
        settings.set(name, value, priority="addon")


def _is_set_by_user(settings: BaseSettings, name: str, least: str = "project") -> bool:
    """Return whether the project or the command line has set a setting."""
    return (settings.getpriority(name) or 0) >= SETTINGS_PRIORITIES[least]


def _differs(settings: BaseSettings, name: str, value: Any) -> bool:
    written = settings.get(name)
    if value is None:
        return bool(written)
    try:
        if isinstance(value, bool):
            return settings.getbool(name) is not value
        if isinstance(value, int):
            return settings.getint(name) != value
        theirs, ours = load_object(written), load_object(value)
        return not (issubclass(theirs, ours) if name == "HTTPCACHE_POLICY" else theirs is ours)
    except (ImportError, NameError, TypeError, ValueError):
        return True
