"""The first findings of each check, for formats that have room for some of them."""

from __future__ import annotations

from sitemap_audit.report.streams import LongTable
from sitemap_audit.steps import step

AFFECTED_URLS = LongTable(step("report/affected_urls"))
"The first $rows URLs of each check, or lines of a file; consequences only of one without others."
RESULTS = LongTable(step("report/first_findings"))
"Findings that are no consequence: by severity, the first ones of each check before the second."
