"""Scrapy settings of the user: those not allowed in an audit, and those that set options."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scrapy.settings import SETTINGS_PRIORITIES
from scrapy.utils.misc import load_object

from sitemap_audit.crawl_settings import DOWNLOAD_HANDLER
from sitemap_audit.options import OPTIONS
from sitemap_audit.options.sources import source_in_errors

if TYPE_CHECKING:
    from scrapy.settings import BaseSettings

    from sitemap_audit.options import Options

_MUST_BE: dict[str, tuple[object, str]] = {
    "JOBDIR": (
        None,
        "an audit resumes from its own folder. Leave it out, and resume with -a resume=FOLDER.",
    ),
    "REDIRECT_ENABLED": (
        False,
        "each redirect is a page of the audit, and its target is requested next. Leave it out.",
    ),
    "METAREFRESH_ENABLED": (
        False,
        "each refresh is stored in the audit, and its target is requested next. Leave it out.",
    ),
    "COOKIES_ENABLED": (
        False,
        "search engines send no cookies. Leave it out; cookies of a login go into the file of"
        " -a auth=FILE.",
    ),
    "HTTPERROR_ALLOW_ALL": (
        True,
        "responses of every status are pages of the audit. Leave it out.",
    ),
    "DEPTH_LIMIT": (
        0,
        "the spider counts no depth by Scrapy's middleware. Leave it out; -a max_urls=N limits the"
        " listed URLs, -a crawl_depth=N the links of a link crawl.",
    ),
}
"By setting that the user may not change: its value, and why."
_OPTION_SETTINGS = {
    "concurrency": "CONCURRENT_REQUESTS_PER_DOMAIN",
    "delay": "DOWNLOAD_DELAY",
    "timeout": "DOWNLOAD_TIMEOUT",
    "user_agent": "USER_AGENT",
    "obey_robots": "ROBOTSTXT_OBEY",
}
"By option: the Scrapy setting of the same meaning."


def refusals(settings: BaseSettings) -> list[str]:
    """Return sentences on the user's settings that an audit does not allow."""
    refused = [
        f"{name} cannot be {settings.get(name)!r} in an audit: {why}"
        for name, (value, why) in _MUST_BE.items()
        if _is_set_by_user(settings, name) and _differs(settings, name, value)
    ]
    handlers = settings.getdict("DOWNLOAD_HANDLERS")
    if any(
        handlers.get(scheme, DOWNLOAD_HANDLER) != DOWNLOAD_HANDLER for scheme in ("http", "https")
    ):
        refused.append(
            "DOWNLOAD_HANDLERS cannot name a handler for http or https in an audit: ours keeps"
            " private addresses out and credentials to their origin. Leave these two out."
        )
    policy = settings["HTTPCACHE_POLICY"]
    if _is_set_by_user(settings, "HTTPCACHE_POLICY") and not _is_audit_policy(policy):
        refused.append(
            f"HTTPCACHE_POLICY cannot be {policy!r} in an audit: it may store"
            " errors, and pages that credentials were sent for. Leave it out."
        )
    return refused


def options_in(settings: BaseSettings, least: str = "project") -> dict[str, Any]:
    """Return the options that the user set by Scrapy settings.

    Args:
        least: minimum priority of the settings: ``project`` or ``cmdline``.

    Raises:
        UsageError: a value is invalid.
    """
    found = {}
    for option, name in _OPTION_SETTINGS.items():
        if _is_set_by_user(settings, name, least):
            with source_in_errors(f"the setting {name}"):
                found[option] = OPTIONS[option].read(settings.get(name))
    return found


def apply_options(settings: BaseSettings, options: Options) -> None:
    """Set the Scrapy settings that options stand for; an option wins over a setting."""
    for option, name in _OPTION_SETTINGS.items():
        if option != "obey_robots":  # RobotsMiddleware has it from the options
            settings.set(name, getattr(options, option), priority="cmdline")
    for name, value in options.limits.items():
        settings.set(name, value, priority="addon")


def _is_audit_policy(policy: Any) -> bool:
    """Return whether a cache policy is AuditCachePolicy or a subclass."""
    from sitemap_audit.middlewares.cache import AuditCachePolicy  # late: few audits have a cache

    return issubclass(load_object(policy), AuditCachePolicy)


def _is_set_by_user(settings: BaseSettings, name: str, least: str = "project") -> bool:
    """Return whether the project or the command line has set a setting."""
    return (settings.getpriority(name) or 0) >= SETTINGS_PRIORITIES[least]


def _differs(settings: BaseSettings, name: str, value: object) -> bool:
    if value is None:
        return bool(settings.get(name))
    if isinstance(value, bool):
        return settings.getbool(name) is not value
    return settings.getint(name) != value
