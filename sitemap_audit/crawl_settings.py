"""Scrapy settings and signals by which the spider tells the other components of the audit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sitemap_audit.options import Options

if TYPE_CHECKING:
    from scrapy import Request
    from scrapy.settings import BaseSettings

AUDIT_ADDON = "sitemap_audit.addon.AuditAddon"
DOWNLOAD_HANDLER = "sitemap_audit.handlers.download.AuditDownloadHandler"
RENDERING_HANDLER = "sitemap_audit.rendering.handler.RenderingDownloadHandler"
"Handler of an audit that renders."
AUDIT_OPTIONS = "SITEMAP_AUDIT_OPTIONS"
"The Options of the audit."
AUDIT_FOLDER = "SITEMAP_AUDIT_FOLDER"
"Path of the audit's folder."
ADDRESS_GUARD = "SITEMAP_AUDIT_ADDRESS_GUARD"
"The AddressGuard of the audit, shared by everything that makes requests."
BUILT_SITE = "SITEMAP_AUDIT_BUILT_SITE"
"The BuiltSite that is read instead of the live site; not set without ``--pages DIR``."
FLUSH = object()
"Signal: write the items that were yielded so far."
AS_BOT = "as_bot"
"Key of a request's ``meta``: the token of the bot whose user agent it has."
OWN_ROBOTS = {"dont_obey_robotstxt": True}
"``meta`` of the audit's requests: RobotsMiddleware obeys robots.txt for them, not Scrapy's own."


def is_of_audit(request: Request) -> bool:
    """Return whether a request is of the audit, and not of the project that it runs in."""
    return isinstance(request.cb_kwargs.get("target"), tuple)


def options_of(settings: BaseSettings) -> Options:
    """Return the options of the audit; without one (``scrapy shell``), options that allow all."""
    options: Options | None = settings.get(AUDIT_OPTIONS)
    return Options(allow_private=True, obey_robots=False) if options is None else options
