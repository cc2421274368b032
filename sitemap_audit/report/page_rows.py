"""The long tables of report.html: findings, URLs, pairs, and the first findings of each check."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sitemap_audit.report.streams import LongTable
from sitemap_audit.steps import step

if TYPE_CHECKING:
    from sitemap_audit.storage import Store

FINDINGS = LongTable(step("page/findings"), "reported_findings")
EXAMPLES = LongTable(step("page/examples"))
"The first $rows findings of each check."
URLS = LongTable(step("page/urls"), "reported_urls")
PAIRS = LongTable(step("page/pairs"), "hreflang_pairs")


def choose(store: Store) -> None:
    """Make the table ``shown_findings``: which findings a page shows, in which order."""
    store.create_sorted("shown_findings", step("page/shown_findings"))
