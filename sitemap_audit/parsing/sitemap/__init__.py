"""Streaming parser of all sitemap formats."""

from sitemap_audit.parsing.sitemap.reader import NO_SITEMAPS, Limits, SitemapFacts, SitemapReader

__all__ = ["NO_SITEMAPS", "Limits", "SitemapFacts", "SitemapReader"]
