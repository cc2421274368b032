"""Audits a site's sitemaps: every file, every listed URL, every hreflang pair."""

__version__ = "0.1.0"
