"""Hash the definition of a check, to compare audits only where both ran the same check."""

from __future__ import annotations

import re
from hashlib import sha256
from typing import TYPE_CHECKING

from sitemap_audit import __version__
from sitemap_audit.analysis import views

if TYPE_CHECKING:
    from sitemap_audit.analysis.catalogue.checkfile import Check

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
"Tables and views with one URL, entry or file per row."
ENTRIES = frozenset({"entries", "entry_images", "entry_news", "entry_videos", "listed"})
"Those of ROWS that depend on the sitemap only."
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
        "named_files",
        "named_sitemaps",
        "not_found_answers",
        "off_host_entries",
        "origin_variants",
        "same_texts",
        "site_origins",
        "sitemap_bases",
        "sitemap_purposes",
        "sitemap_searches",
        "sitemap_shares",
        "twin_pages",
        "unread_sitemaps",
    }
)
"Views with rows that depend on many pages or files."
FOR_ADVICE = {"status/not-found"}
"Checks that use several pages and imports only for the fix."
OF_SEVERAL = re.compile(r"(?i)\b(GROUP\s+BY|PARTITION\s+BY|COUNT\s*\()")


def definition(check: Check) -> str:
    """Return a hash of the check's queries, its parameters and the program version.

    Its name is no part of it: a check that was only renamed is the same one.
    """
    read = views.with_used(views.tables_in(code(check)), views.view_uses())
    queries = [views.view_queries()[name] for name in sorted(read)]
    parts = [code(check), repr(sorted(check.parameters.items())), *queries, __version__]
    return sha256("\n".join(parts).encode()).hexdigest()[:16]


def code(check: Check) -> str:
    """Return the query of a check and its conditions."""
    return f"{check.sql} FROM {check.over} WHERE {check.when} AND {check.unknown}"


def rests_on_named(check: Check) -> bool:
    """Whether a finding depends only on the URLs that it names."""
    is_of_several = OF_SEVERAL.search(check.sql) or SUMS & views.tables_in(check.sql)
    return check.over in ROWS and (check.name in FOR_ADVICE or not is_of_several)


def rests_on_pair(check: Check) -> bool:
    """Whether a URL has one finding per related URL."""
    return views.row_of(check.over) == "pair"
