"""Streaming parser of all sitemap formats."""

from sitemap_audit.parsing.sitemap.reader import Limits, SitemapFacts, SitemapReader

__all__ = ["Limits", "SitemapFacts", "SitemapReader"]
