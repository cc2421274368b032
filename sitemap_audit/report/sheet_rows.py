"""The long tables of the workbook: the most important rows of those that a sheet has room for."""

from __future__ import annotations

from sitemap_audit.report.streams import LongTable
from sitemap_audit.steps import step

FINDINGS = LongTable(step("sheets/findings"), "reported_findings")
OF_CHECKS = LongTable(step("sheets/checks"))
"Findings of each check, in their order."
CHANGES = LongTable(step("sheets/changes"), "changes")
URLS = LongTable(step("sheets/urls"), "reported_urls")
REDIRECTS = LongTable(step("sheets/redirects"), "redirect_chains")
PAIRS = LongTable(step("sheets/pairs"), "hreflang_pairs")
SITEMAPS = LongTable(step("sheets/sitemaps"), "reported_sitemaps")
DIRECTORIES = LongTable(step("sheets/directories"), "reported_directories")
GOOGLE = LongTable(step("sheets/google"), "reported_indexing")
INDEXED_SHARES = LongTable(step("sheets/indexed_shares"), "indexed_shares")
ENGINE_SITEMAPS = LongTable(step("sheets/engine_sitemaps"), "engine_sitemaps")
