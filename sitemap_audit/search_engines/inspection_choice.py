"""Choose the listed URLs to inspect, in the tables of the audit.

The rule is in ``steps/inspect/chosen.sql``: pages with errors by clicks, then a stratified sample
of what was never inspected, then the oldest inspection. It depends on stored rows and the seed
alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sitemap_audit.analysis.runner import prepare
from sitemap_audit.analysis.views import tables_in
from sitemap_audit.parsing.patterns import pattern
from sitemap_audit.parsing.urls import wire
from sitemap_audit.steps import step

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    from sitemap_audit.search_engines.properties import Property
    from sitemap_audit.storage.duckdb import DuckDBStore

_CANDIDATES = step("inspect/candidates")


class ChosenUrl(NamedTuple):
    """A URL to inspect."""

    url: str
    "Normal form."
    requested: str
    "As it is written in the sitemap."


def make_candidates(store: DuckDBStore, owned: Property) -> None:
    """Make the table ``candidates``: the listed URLs that may be inspected.

    Args:
        store: with the stored tables of the audit, and the table ``kept_inspections``.
    """
    prepare(store, (), also=tables_in(_CANDIDATES))
    store.create("latest_inspections", step("inspect/latest_inspections"))
    with store.function("pattern_of", pattern):
        store.create("candidates", _CANDIDATES, {"covered": owned.pattern})


def choose_urls(store: DuckDBStore, most: int, since: datetime, seed: int) -> int:
    """Make the table ``chosen`` of the candidates; return the number of URLs.

    Args:
        most: maximum number.
        since: those with an inspection since then are not chosen.
    """
    # As in a sample: at most half of the URLs are for strata of which they are the only one.
    store.create("largest_strata", step("left_out/largest_strata"), {"kept": most // 2})
    store.create("strata", step("left_out/strata"))
    limits = {"since": since, "most": most, "seed": seed}
    store.create_sorted("chosen", step("inspect/chosen"), limits)
    return store.count("chosen")


def chosen_urls(store: DuckDBStore) -> Iterator[ChosenUrl]:
    """Yield the URLs chosen, in order."""
    for url, loc in store.stream(step("inspect/in_order")):
        yield ChosenUrl(url, url if not loc or loc == url else wire(loc))
