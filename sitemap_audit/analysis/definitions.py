"""What a check is, so that two audits are compared only where both ran the same one."""

from __future__ import annotations

import re
from hashlib import sha256
from typing import TYPE_CHECKING

from sitemap_audit import __version__
from sitemap_audit.analysis import views

if TYPE_CHECKING:
    from sitemap_audit.analysis.checkfile import Check

ROWS = frozenset(
    {
        "canonical_targets",
        "entries",
        "entry_images",
        "entry_news",
        "entry_videos",
        "hreflang_pairs",
        "hreflang_sets",
        "index_children",
        "listed",
        "listed_images",
        "listed_news",
        "listed_pages",
        "listed_redirects",
        "redirect_chains",
        "robots",
        "robots_lines",
        "sitemap_chains",
        "sitemap_states",
        "sitemaps",
    }
)
"Tables and views of one URL, entry or file a row: a finding names what its row rests on."
ENTRIES = frozenset({"entries", "entry_images", "entry_news", "entry_videos", "listed"})
"Those of them that rest on the sitemap alone."
SUMS = frozenset(
    {
        "blocked_origins",
        "cluster_bridges",
        "cluster_codes",
        "cluster_conflicts",
        "cluster_defaults",
        "cluster_gaps",
        "cluster_members",
        "clusters",
        "foreign_children",
        "googlebot_pages_compared",
        "host_variants",
        "hosts",
        "locale_pairs",
        "named_files",
        "named_sitemaps",
        "not_found_answers",
        "off_host_entries",
        "origin_variants",
        "same_texts",
        "site_origins",
        "sitemap_purposes",
        "sitemap_searches",
        "sitemap_shares",
        "twin_pages",
        "unread_sitemaps",
    }
)
"Views of which a row rests on many pages or files."
_FOR_ADVICE = {"status/not-found"}
"Checks that look at several pages for their advice alone."
_PAIRS = frozenset({"hreflang_pairs", "index_children"})
OF_SEVERAL = re.compile(r"(?i)\b(GROUP\s+BY|PARTITION\s+BY|COUNT\s*\()")


def definition(check: Check) -> str:
    """A hash of what decides what a check finds: queries, parameters, the version that reads.

    Its name is no part of it: a check that was only renamed is the same one.
    """
    read = views.with_used(views.tables_in(code(check)), views.view_uses())
    queries = [views.view_queries()[name] for name in sorted(read)]
    parts = [code(check), repr(sorted(check.parameters.items())), *queries, __version__]
    return sha256("\n".join(parts).encode()).hexdigest()[:16]


def code(check: Check) -> str:
    """The query of a check and its conditions."""
    return f"{check.sql} FROM {check.over} WHERE {check.when} AND {check.unknown}"


def rests_on_named(check: Check) -> bool:
    """Whether a finding rests on the URLs that it names, and on no page besides."""
    return (
        check.over in ROWS
        and (check.name in _FOR_ADVICE or not OF_SEVERAL.search(check.sql))
        and SUMS.isdisjoint(views.tables_in(check.sql))
    )


def rests_on_pair(check: Check) -> bool:
    """Whether a URL has a finding for each related URL that is at fault with it."""
    return check.over in _PAIRS
