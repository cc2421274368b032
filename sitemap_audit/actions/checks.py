"""The checks whose findings ``sitemap-audit fix`` corrects."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sitemap_audit.analysis.catalogue import catalogue, lookup
from sitemap_audit.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

PAGES = (
    "indexability/disallowed",
    "indexability/noindex",
    "status/not-found",
    "redirect/broken",
    "canonical/canonicalized",
    "redirect/then-canonical",
    "redirect/listed-url-redirects",
)
"Checks of listed pages. Where several find one URL, the first decides."
NOT_TO_BE_LISTED = ("indexability/disallowed", "indexability/noindex")
"The entry is removed, although the finding leaves it to the site to allow the page instead."
GONE = ("status/not-found", "redirect/broken")
"Only where 404 or 410 was seen twice."
TEXTS = (
    "entry/loc-relative",
    "entry/loc-malformed",
    "entry/escaped-twice",
    "entry/invalid-escape",
    "entry/not-percent-encoded",
    "entry/whitespace",
    "entry/fragment",
    "entry/dot-segments",
    "entry/uppercase-host",
)
"Checks of how <loc> is written. Where several find one entry, the first decides."
RELATIVE = "entry/loc-relative"
"The finding expects the URL as written behind the host."
MEANT = ("entry/loc-malformed", "entry/escaped-twice")
"The URL of the entry is another one than that which was meant."
IN_FILE, IN_FILES = "entry/duplicate-in-file", "entry/in-several-sitemaps"
LASTMOD = "entry/lastmod-invalid"
RETURN_LINKS = ("hreflang/missing-return-link", "hreflang/no-annotations-on-target")
AMPERSAND = "sitemap/not-well-formed"
"Corrected where an unescaped & is all that is wrong with the XML."
TOO_LARGE = ("sitemap/too-many-urls", "sitemap/too-large")
CORRECTED = (
    *PAGES,
    *TEXTS,
    IN_FILE,
    IN_FILES,
    LASTMOD,
    *RETURN_LINKS,
    AMPERSAND,
    *TOO_LARGE,
)
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
REFUSALS = ("redirect/to-login", "status/login-form")
"Findings of a URL that the site did not show to us: nothing is done to its entry."
DOUBTS = (
    "hreflang/html-lang-mismatch",
    "hreflang/html-lang-region-differs",
    "hreflang/incoming-conflict",
    "hreflang/multiple-self",
    "hreflang/one-url-several-languages",
    "hreflang/text-in-other-language",
    "hreflang/url-language-mismatch",
)
"Findings of a page on whose language its annotations do not agree: it gets no return link."


def chosen(only: str | None, *, adds_missing: bool = False) -> tuple[str, ...]:
    """Return the checks to correct.

    Args:
        only: names of checks, separated by commas, as in ``--only``; None for all.
        adds_missing: as ``--add-missing``: also those of pages that no sitemap lists.

    Raises:
        UsageError: there is no such check, or its findings are not corrected.
    """
    known = (*CORRECTED, *ADDED) if adds_missing else CORRECTED
    if only is None:
        return known
    wanted: set[str] = set()
    for word in filter(None, (word.strip() for word in only.split(","))):
        found = {check.name for check in lookup.find(catalogue.load_checks(), word)}
        if not found & {*known}:
            if found & {*ADDED}:
                raise UsageError(
                    f"--only {word}: fix adds pages to a sitemap with --add-missing only. Pass it."
                )
            raise UsageError(
                f"--only {word}: fix does not correct findings of this check. It corrects those of"
                f" {_listed(known)}."
            )
        wanted |= found & {*known}
    if not wanted:
        raise UsageError(f"--only names no check. fix corrects those of {_listed(known)}.")
    if adds_missing and not wanted & {*ADDED}:
        raise UsageError(
            f"--only leaves out what --add-missing adds. Name one of {_listed(ADDED)} too, or leave"
            " out --add-missing."
        )
    return tuple(name for name in known if name in wanted)


def _listed(names: Sequence[str]) -> str:
    return f"{', '.join(names[:-1])} and {names[-1]}"
