"""Count the clicks from the home page to each URL of a link crawl, and the pages that link to it.

A breadth-first search by joins, one round for each level: memory holds what a join needs, and
DuckDB writes what exceeds its limit to disk. A redirect costs no click.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sitemap_audit.steps import step

if TYPE_CHECKING:
    from sitemap_audit.storage import Store

TABLE = "page_depths"
STEPS = "depths"

MOST_CLICKS = 100
"Rounds at most: a chain of pagination may have thousands of pages."
_MOST_REDIRECTS = 20
_SCRATCH = (
    *("link_hops", "link_depths", "link_counts", "link_arrivals", "link_ways"),
    *("linking_pages", "redirected_counts"),
)


def make(store: Store) -> None:
    """Fill the table from the links of all pages; it is empty if none was stored."""
    if not store.count("outlinks"):
        store.execute(step("depths/no_depths"))
        return
    store.create("link_hops", step("depths/hops"))
    _measure(store)
    store.create("link_counts", step("depths/counts"))
    _follow_redirects(store)
    store.create("link_ways", step("depths/ways"))
    store.create("linking_pages", step("depths/linking_pages"))
    store.create("redirected_counts", step("depths/redirected_counts"))
    store.create(TABLE, step("depths/depths"))
    store.drop(*_SCRATCH)


def _measure(store: Store) -> None:
    """Fill ``link_depths``: the URLs of each depth, from the home pages on."""
    store.create("link_depths", step("depths/homes"))
    for depth in range(MOST_CLICKS + 1):
        at = {"depth": depth}
        found = store.value(step("depths/reached"), at)
        for _ in range(_MOST_REDIRECTS):
            store.insert_query("link_depths", step("depths/redirected"), at)
            before, found = found, store.value(step("depths/reached"), at)
            if found == before:
                break
        if not found or depth == MOST_CLICKS:
            return
        store.insert_query("link_depths", step("depths/next"), at)


def _follow_redirects(store: Store) -> None:
    """Fill ``link_arrivals``: where links to redirecting URLs end, each step of the chain."""
    store.create("link_arrivals", step("depths/arrivals"))
    for hops in range(1, _MOST_REDIRECTS):
        store.insert_query("link_arrivals", step("depths/further"), {"hops": hops})
        if not store.value(step("depths/arrived"), {"hops": hops + 1}):
            return
