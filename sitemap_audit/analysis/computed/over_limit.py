"""Find the listed URLs that were not requested because of the limit of URLs (``--max-urls``)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sitemap_audit.storage import Store

TABLE = "over_limit"
"""One row per listed URL over the limit (`url_key`); no row if the limit was not reached. As many
listed URLs as the limit allows are not over it, in the order of their sitemaps and positions."""

SOURCES = (
    "SELECT 1 FROM listed; SELECT 1 FROM page_states; SELECT 1 FROM left_out; SELECT 1 FROM run"
)
"Queries that name every table that it is made from."

_LIMIT = "SELECT COALESCE(max_urls, 0) AS max_urls FROM run WHERE limit_reached"
_ASKED = """
SELECT COUNT(*) AS pages
FROM listed
INNER JOIN page_states ON listed.url_key = page_states.url_key
"""
_NOT_ASKED = """
CREATE OR REPLACE TABLE not_asked AS
SELECT listed.url_key, listed.sitemap_id, listed.position
FROM listed
LEFT JOIN page_states ON listed.url_key = page_states.url_key
LEFT JOIN left_out ON listed.url_key = left_out.url_key
WHERE page_states.page_id IS NULL AND left_out.url_key IS NULL
"""
_SIZES = (
    "SELECT sitemap_id, COUNT(*) AS urls FROM not_asked GROUP BY sitemap_id ORDER BY sitemap_id"
)
_OVER = f"""
INSERT INTO {TABLE}
SELECT url_key
FROM (
    SELECT
        url_key,
        sitemap_id,
        ROW_NUMBER() OVER (PARTITION BY sitemap_id ORDER BY position) AS place
    FROM not_asked
    WHERE sitemap_id >= $sitemap
) AS numbered
WHERE sitemap_id > $sitemap OR place > $allowed
"""


def make(store: Store) -> None:
    """Fill the table from the listed URLs without a page."""
    store.execute(f"CREATE OR REPLACE TABLE {TABLE} (url_key BIGINT)")
    limits = store.rows(_LIMIT)
    if not limits:
        return
    store.execute(_NOT_ASKED)
    allowed = int(limits[0][0]) - int(store.value(_ASKED))
    for sitemap, urls in store.stream(_SIZES):
        if urls > allowed:
            store.execute(_OVER, {"sitemap": sitemap, "allowed": allowed})
            break
        allowed -= urls
    store.execute("DROP TABLE not_asked")
