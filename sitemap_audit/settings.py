"""Scrapy settings of the project; those of an audit are in :mod:`sitemap_audit.addon`."""

from __future__ import annotations

from importlib.util import find_spec

from sitemap_audit.standard_output import open_missing

BOT_NAME = "sitemap_audit"
SPIDER_MODULES = ["sitemap_audit.spiders"]
NEWSPIDER_MODULE = "sitemap_audit.spiders"

# An add-on cannot set the event loop: it is created before add-ons are loaded.
ASYNCIO_EVENT_LOOP = "uvloop.Loop" if find_spec("uvloop") else None

open_missing()  # Scrapy's log needs standard error
