"""Sitemaps of every kind: bytes in, records and facts out."""

from sitemap_audit.parsing.sitemap.reader import Limits, SitemapFacts, SitemapReader

__all__ = ["Limits", "SitemapFacts", "SitemapReader"]
