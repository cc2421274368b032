"""Find the sitemaps that each sitemap leads to, by its entries or a redirect.

A search by joins, one round for each step, which ends where indexes list each other in a circle.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sitemap_audit.storage import Store

TABLE = "sitemap_reach"
"""One row per sitemap (`from_key`) and sitemap that it leads to (`to_key`), if that one leads to
another: `steps`, the fewest between them. A sitemap in a circle leads to itself."""

SOURCES = "SELECT 1 FROM sitemap_links"
"Queries that name every table that it is made from."

_STEPS = """
CREATE OR REPLACE TABLE sitemap_steps AS
SELECT from_key, to_key
FROM sitemap_links
WHERE to_key IN (SELECT further.from_key FROM sitemap_links AS further)
"""
_FIRST = f"""
CREATE OR REPLACE TABLE {TABLE} AS
SELECT from_key, to_key, CAST(1 AS BIGINT) AS steps FROM sitemap_steps
"""
_NEXT = f"""
INSERT INTO {TABLE}
SELECT further.from_key, further.to_key, $steps + 1 AS steps
FROM (
    SELECT DISTINCT reached.from_key, sitemap_steps.to_key
    FROM {TABLE} AS reached
    INNER JOIN sitemap_steps ON reached.to_key = sitemap_steps.from_key
    WHERE reached.steps = $steps
) AS further
LEFT JOIN {TABLE} AS known
    ON further.from_key = known.from_key AND further.to_key = known.to_key
WHERE known.from_key IS NULL
"""
_COUNT = f"SELECT COUNT(*) FROM {TABLE} WHERE steps = $steps"


def make(store: Store) -> None:
    """Fill the table from the links between sitemaps."""
    store.execute(_STEPS)
    store.execute(_FIRST)
    steps = 1
    while store.value(_COUNT, {"steps": steps}):
        store.execute(_NEXT, {"steps": steps})
        steps += 1
    store.execute("DROP TABLE sitemap_steps")
