"""Find the sitemaps that each sitemap leads to, by its entries or a redirect.

A search by joins, one round for each step, which ends where indexes list each other in a circle.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sitemap_audit.steps import step

if TYPE_CHECKING:
    from sitemap_audit.storage import Store

TABLE = "sitemap_reach"
STEPS = "reach"


def make(store: Store) -> None:
    """Fill the table from the links between sitemaps."""
    store.create("sitemap_steps", step("reach/steps"))
    store.create(TABLE, step("reach/first"))
    steps = 1
    while store.value(step("reach/reached"), {"steps": steps}):
        store.insert_query(TABLE, step("reach/next"), {"steps": steps})
        steps += 1
    store.drop("sitemap_steps")
