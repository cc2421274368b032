"""Hash the definition of a check, to compare audits only where both ran the same check."""

from __future__ import annotations

import re
from functools import cache
from hashlib import sha256
from typing import TYPE_CHECKING

from sitemap_audit import __version__
from sitemap_audit.analysis import views
from sitemap_audit.analysis.catalogue.checkfile import RestsOn
from sitemap_audit.items import RowOf

if TYPE_CHECKING:
    from sitemap_audit.analysis.catalogue.checkfile import Check

OF_SEVERAL = re.compile(r"(?i)\b(GROUP\s+BY|PARTITION\s+BY|COUNT\s*\()")


def definition(check: Check) -> str:
    """Return a hash of the check's queries, its parameters and the program version."""
    queries = _queries_below(frozenset(tables_of(check)))
    parts = [*_code(check), repr(sorted(check.parameters.items())), *queries, __version__]
    return sha256("\n".join(parts).encode()).hexdigest()[:16]


@cache
def _queries_below(tables: frozenset[str]) -> tuple[str, ...]:
    """Return the queries of those tables that are views, and of the views that these read."""
    read = views.with_used(tables, views.view_uses())
    return tuple(views.view_queries()[name] for name in sorted(read))


def tables_of(check: Check) -> set[str]:
    """Return the tables and views that the query of a check and its conditions read."""
    return {check.over}.union(*map(views.tables_in, _code(check)))


def _code(check: Check) -> tuple[str, ...]:
    return check.sql, check.over, check.when, check.unknown


def rests_on_named(check: Check) -> bool:
    """Whether a finding depends only on the URLs that it names."""
    if check.rests_on is not None:
        return check.rests_on is RestsOn.NAMED
    read = {views.rests_on(name) for name in views.tables_in(check.sql)}
    return (
        views.rests_on(check.over) is RestsOn.NAMED
        and RestsOn.OTHERS not in read
        and not OF_SEVERAL.search(check.sql)
    )


def ends_with_entry(check: Check) -> bool:
    """Whether what it finds is gone when the sitemap does not list the URL any more."""
    return views.row_of(check.over) in (RowOf.ENTRY, RowOf.ENTRY_PART)


def rests_on_entry(check: Check) -> bool:
    """Whether a finding depends only on sitemaps and robots.txt files."""
    of_pages = {RowOf.URL, RowOf.PAGE_PART}
    return ends_with_entry(check) and of_pages.isdisjoint(map(views.row_of, check.needs))


def rests_on_pair(check: Check) -> bool:
    """Whether a URL has one finding per related URL."""
    return views.row_of(check.over) is RowOf.PAIR
