"""The first findings of each check, for formats that have room for some of them."""

from __future__ import annotations

from sitemap_audit.report.streams import LongTable
from sitemap_audit.steps import step

AFFECTED_URLS = LongTable(step("report/affected_urls"))
"The first $rows URLs of each check, or lines of a file; consequences only of one without others."
RESULTS = LongTable(step("report/first_findings"))
"Findings that are no consequence: by severity, the first ones of each check before the second."

_LONGEST = 2_000
"Characters of a message; findings.csv has the whole texts."


def told(
    about: str, observed: str | None = None, expected: str | None = None, fix: str | None = None
) -> str:
    """Return a finding of ``RESULTS`` as a message.

    Args:
        about: what begins it.
    """
    parts = (
        about,
        f"Observed: {observed}" if observed else "",
        f"Expected: {expected}" if expected else "",
        f"Fix: {fix}" if fix else "",
    )
    text = ". ".join(filter(None, parts))
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
