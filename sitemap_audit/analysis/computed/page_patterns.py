"""Find the URL patterns of listed pages where several pages have the same canonical.

The canonical may be written into every page by a template: then all pages of a pattern have it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sitemap_audit.parsing.patterns import pattern

if TYPE_CHECKING:
    from sitemap_audit.storage import Store

TABLE = "page_patterns"
"""One row per listed URL of an origin where three or more listed URLs, that differ not only by
their parameters, have the same effective canonical, another URL. ``pattern``: as in patterns.py.
``origin``: scheme, host and port."""

SOURCES = "SELECT 1 FROM listed; SELECT 1 FROM effective_canonicals"
"Queries that name every table that it is made from."

_FILL = f"""
INSERT INTO {TABLE}
WITH origins AS (
    SELECT
        listed.url_key,
        CONCAT(SPLIT_PART(listed.url, '/', 1), '//', SPLIT_PART(listed.url, '/', 3)) AS origin
    FROM listed
),

shared AS (
    SELECT DISTINCT origins.origin
    FROM effective_canonicals AS effective
    INNER JOIN listed ON effective.url_key = listed.url_key
    INNER JOIN origins ON effective.url_key = origins.url_key
    WHERE effective.canonical_key <> effective.url_key
    GROUP BY origins.origin, effective.canonical_key
    HAVING COUNT(DISTINCT SPLIT_PART(listed.url, '?', 1)) >= 3
)

SELECT listed.url_key, pattern_of(listed.url) AS pattern, origins.origin
FROM listed
INNER JOIN origins ON listed.url_key = origins.url_key
INNER JOIN shared ON origins.origin = shared.origin
"""


def make(store: Store) -> None:
    """Fill the table; it is empty if pages do not share a canonical."""
    store.execute(
        f"CREATE OR REPLACE TABLE {TABLE} (url_key BIGINT, pattern VARCHAR, origin VARCHAR)"
    )
    store.execute_with("pattern_of", pattern, _FILL)
