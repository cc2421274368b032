"""What the change of a finding cannot say of its check, and which checks ``fix`` corrects."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sitemap_audit.analysis.catalogue import catalogue, lookup
from sitemap_audit.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sitemap_audit.analysis.catalogue.checkfile import Check

NOT_TO_BE_LISTED = ("indexability/disallowed", "indexability/noindex")
"The entry is removed, although the finding leaves it to the site to allow the page instead."
IN_FILE, IN_FILES = "entry/duplicate-in-file", "entry/in-several-sitemaps"
"Of all entries of the URL one stays, whichever entry the finding names."
AMPERSAND = "sitemap/not-well-formed"
"Corrected where an unescaped & is all that is wrong with the XML."
TOO_LARGE = ("sitemap/too-many-urls", "sitemap/too-large")
"The file is split."
EMPTIED = "sitemap/empty"
"Named where an index loses a sitemap whose entries are all removed."
ADDED = (
    "site/home-not-listed",
    "links/canonical-not-in-sitemap",
    "links/not-in-sitemap",
    "search/clicks-not-in-sitemap",
    "search/indexed-not-in-sitemap",
    "hreflang/alternate-without-entry",
    "hreflang/alternate-not-in-sitemap",
)
"""Checks of pages that no sitemap lists, added by ``--add-missing``. Where several find one URL,
the first one is named."""
OF_ENTRIES = "sitemap/none-indexable"
"The findings about its entries are corrected; its index does not list a file without entries."
REFUSALS = ("redirect/to-login", "status/login-form")
"Findings of a URL that the site did not show to us: nothing is done to its entry."


def chosen(only: str | None, checks: Sequence[Check], *, adds_missing: bool) -> set[str]:
    """Return the names of the checks to correct.

    Args:
        only: names of checks, separated by commas, as in ``--only``; None for all.
        checks: all checks.
        adds_missing: as ``--add-missing``: also pages that no sitemap lists.

    Raises:
        UsageError: there is no such check, or it does not go with ``--add-missing``.
    """
    if only is None:
        return {check.name for check in checks}
    wanted: set[str] = set()
    for word in filter(None, (word.strip() for word in only.split(","))):
        found = {check.name for check in lookup.find(catalogue.load_checks(), word)}
        if found <= {*ADDED} and not adds_missing:
            raise UsageError(
                f"--only {word}: fix adds pages to a sitemap with --add-missing only. Pass it."
            )
        wanted |= found
    if not wanted:
        raise UsageError("--only names no check. Name one, or leave out --only.")
    if adds_missing and not wanted & {*ADDED}:
        raise UsageError(
            "--only leaves out what --add-missing adds. Name one of"
            f" {', '.join(ADDED[:-1])} and {ADDED[-1]} too, or leave out --add-missing."
        )
    return wanted
