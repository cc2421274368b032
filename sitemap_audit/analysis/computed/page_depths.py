"""Count the clicks from the home page to each URL of a link crawl, and the pages that link to it.

A breadth-first search by joins, one round for each level: memory holds what a join needs, and
DuckDB writes what exceeds its limit to disk. A redirect costs no click.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sitemap_audit.storage import Store

TABLE = "page_depths"
"""One row per home page and per internal URL that a link, or a redirect of a linked URL, leads to.

``depth``: clicks from a home page; NULL if none leads there, or more than MOST_CLICKS.
``referrer_key``: the page that links to it on the shortest way (of several, the least key), else
one that links to it; NULL if none does. ``inlinks``: pages that link to it, or to a URL that
redirects to it."""

SOURCES = "SELECT 1 FROM outlinks; SELECT 1 FROM link_targets; SELECT 1 FROM pages"
"Queries that name every table that it is made from."

MOST_CLICKS = 100
"Rounds at most: a chain of pagination may have thousands of pages."
_MOST_REDIRECTS = 20

_CREATE = f"""CREATE OR REPLACE TABLE {TABLE}
(url_key BIGINT, depth BIGINT, referrer_key BIGINT, inlinks BIGINT)"""
_HAS_LINKS = "SELECT COUNT(*) > 0 FROM (SELECT page_id FROM outlinks LIMIT 1)"
_HOPS = """
CREATE OR REPLACE TABLE link_hops AS
SELECT url_key, target_key
FROM (
    SELECT
        url_key,
        CASE WHEN status BETWEEN 300 AND 399 THEN redirect_key ELSE refresh_key END AS target_key
    FROM pages
)
WHERE target_key <> url_key
"""
_HOMES = """
CREATE OR REPLACE TABLE link_depths AS
SELECT url_key, CAST(0 AS BIGINT) AS depth, CAST(NULL AS BIGINT) AS referrer_key
FROM pages
WHERE
    role IN ('home', 'listed')
    AND url = CONCAT(SPLIT_PART(url, '/', 1), '//', SPLIT_PART(url, '/', 3), '/')
"""
_NEXT = """
INSERT INTO link_depths
SELECT next.url_key, $depth + 1, next.referrer_key
FROM (
    SELECT outlinks.target_key AS url_key, MIN(pages.url_key) AS referrer_key
    FROM link_depths AS reached
    INNER JOIN pages ON reached.url_key = pages.url_key
    INNER JOIN outlinks ON pages.id = outlinks.page_id
    WHERE reached.depth = $depth
    GROUP BY outlinks.target_key
) AS next
LEFT JOIN link_depths AS known ON next.url_key = known.url_key
WHERE known.url_key IS NULL
"""
_REDIRECTED = """
INSERT INTO link_depths
SELECT next.url_key, $depth, next.referrer_key
FROM (
    SELECT link_hops.target_key AS url_key, MIN(reached.referrer_key) AS referrer_key
    FROM link_depths AS reached
    INNER JOIN link_hops ON reached.url_key = link_hops.url_key
    WHERE reached.depth = $depth
    GROUP BY link_hops.target_key
) AS next
LEFT JOIN link_depths AS known ON next.url_key = known.url_key
WHERE known.url_key IS NULL
"""
_COUNT = "SELECT COUNT(*) FROM link_depths WHERE depth = $depth"
_INLINKS = """
CREATE OR REPLACE TABLE link_counts AS
SELECT outlinks.target_key AS url_key, MIN(pages.url_key) AS referrer_key, COUNT(*) AS inlinks
FROM outlinks
INNER JOIN pages ON outlinks.page_id = pages.id
GROUP BY outlinks.target_key
"""
# Each URL, and those that lead to it by redirects and are linked.
_ARRIVALS = """
CREATE OR REPLACE TABLE link_arrivals AS
SELECT link_hops.target_key AS url_key, link_hops.url_key AS linked_key, 1 AS hops
FROM link_hops
INNER JOIN link_counts ON link_hops.url_key = link_counts.url_key
"""
_FURTHER = """
INSERT INTO link_arrivals
SELECT DISTINCT link_hops.target_key, arrivals.linked_key, $hops + 1
FROM link_arrivals AS arrivals
INNER JOIN link_hops ON arrivals.url_key = link_hops.url_key
WHERE arrivals.hops = $hops AND link_hops.target_key <> arrivals.linked_key
"""
_COUNT_FURTHER = "SELECT COUNT(*) FROM link_arrivals WHERE hops = $hops"
_WAYS = """
CREATE OR REPLACE TABLE link_ways AS
SELECT url_key, linked_key FROM link_arrivals
UNION
SELECT url_key, url_key AS linked_key FROM link_arrivals
"""
# A statement of its own: few URLs redirect, and a join with all links is made of these alone.
_LINKING = """
CREATE OR REPLACE TABLE linking_pages AS
SELECT DISTINCT link_ways.url_key, outlinks.page_id
FROM link_ways
INNER JOIN outlinks ON link_ways.linked_key = outlinks.target_key
"""
_REDIRECTED_INLINKS = """
CREATE OR REPLACE TABLE redirected_counts AS
SELECT linking_pages.url_key, MIN(pages.url_key) AS referrer_key, COUNT(*) AS inlinks
FROM linking_pages
INNER JOIN pages ON linking_pages.page_id = pages.id
WHERE pages.url_key <> linking_pages.url_key
GROUP BY linking_pages.url_key
"""
_FILL = f"""
INSERT INTO {TABLE}
WITH urls AS (
    SELECT url_key FROM link_targets
    UNION
    SELECT url_key FROM pages
)

SELECT
    urls.url_key,
    reached.depth,
    COALESCE(
        reached.referrer_key,
        CASE
            WHEN redirected.url_key IS NULL THEN direct.referrer_key ELSE redirected.referrer_key
        END
    ) AS referrer_key,
    CASE
        WHEN redirected.url_key IS NULL THEN COALESCE(direct.inlinks, 0)
        ELSE redirected.inlinks
    END AS inlinks
FROM urls
LEFT JOIN link_depths AS reached ON urls.url_key = reached.url_key
LEFT JOIN link_counts AS direct ON urls.url_key = direct.url_key
LEFT JOIN redirected_counts AS redirected ON urls.url_key = redirected.url_key
WHERE
    reached.url_key IS NOT NULL
    OR direct.url_key IS NOT NULL
    OR redirected.url_key IS NOT NULL
"""
_SCRATCH = (
    *("link_hops", "link_depths", "link_counts", "link_arrivals", "link_ways"),
    *("linking_pages", "redirected_counts"),
)


def make(store: Store) -> None:
    """Fill the table from the links of all pages; it is empty if none was stored."""
    store.execute(_CREATE)
    if not store.value(_HAS_LINKS):
        return
    store.execute(_HOPS)
    _measure(store)
    store.execute(_INLINKS)
    _follow_redirects(store)
    for statement in (_WAYS, _LINKING, _REDIRECTED_INLINKS):
        store.execute(statement)
    store.execute(_FILL)
    for table in _SCRATCH:
        store.execute(f"DROP TABLE {table}")


def _measure(store: Store) -> None:
    """Fill ``link_depths``: the URLs of each depth, from the home pages on."""
    store.execute(_HOMES)
    for depth in range(MOST_CLICKS + 1):
        reached = {"depth": depth}
        found = store.value(_COUNT, reached)
        for _ in range(_MOST_REDIRECTS):
            store.execute(_REDIRECTED, reached)
            before, found = found, store.value(_COUNT, reached)
            if found == before:
                break
        if not found or depth == MOST_CLICKS:
            return
        store.execute(_NEXT, reached)


def _follow_redirects(store: Store) -> None:
    """Fill ``link_arrivals``: where links to redirecting URLs end, each step of the chain."""
    store.execute(_ARRIVALS)
    for hops in range(1, _MOST_REDIRECTS):
        store.execute(_FURTHER, {"hops": hops})
        if not store.value(_COUNT_FURTHER, {"hops": hops + 1}):
            return
