"""Estimate from a sample of pages how many pages of a URL pattern have a fault.

``--sample`` crawls and ``--render sample`` renders a few pages of each pattern. Where all of them
have the fault, the others of the pattern are likely to have it: one template makes them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sitemap_audit.parsing.patterns import pattern

if TYPE_CHECKING:
    from sitemap_audit.storage import Store

TABLE = "likely"
LEAST = 2
"Pages of a pattern that have to be sampled: one alone says nothing of the others."
_CREATE = f"""
CREATE OR REPLACE TABLE {TABLE} ("check" VARCHAR, kind VARCHAR, pattern VARCHAR, pages BIGINT)
"""
_IS_SAMPLE = """
SELECT (SELECT COUNT(*) FROM renders) + (SELECT COUNT(*) FROM sampled) > 0
"""
_NEEDED = ("indexability", "left_out", "listed", "sampled")

# The listed pages of an audit. A page that is not HTML with status 200 would not be rendered.
_PAGES = """
CREATE OR REPLACE TABLE sampled_pages AS
SELECT
    listed.url,
    pattern_of(listed.url) AS pattern,
    CONCAT(SPLIT_PART(listed.url, '/', 1), '//', SPLIT_PART(listed.url, '/', 3)) AS origin,
    page.is_indexable IS NOT NULL AS is_checked,
    chosen.page_id IS NOT NULL AS is_chosen,
    chosen.is_rendered,
    page.page_id IS NULL OR (page.state = 'ok' AND page.parsed) AS can_be_rendered
FROM listed
LEFT JOIN indexability AS page ON listed.url_key = page.url_key
LEFT JOIN left_out ON listed.url_key = left_out.url_key
LEFT JOIN (
    SELECT page_id, BOOL_OR(problem IS NULL) AS is_rendered FROM renders GROUP BY page_id
) AS chosen ON page.page_id = chosen.page_id
WHERE COALESCE(left_out.reason, 'not-sampled') IN ('not-sampled', 'not-modified')
"""
_LIKELY = f"""
INSERT INTO {TABLE}
WITH sizes AS (
    SELECT
        pattern,
        origin,
        TRUE AS is_of_renders,
        COUNT(CASE WHEN is_chosen THEN 1 END) AS chosen,
        COUNT(CASE WHEN is_rendered THEN 1 END) AS read_pages,
        COUNT(CASE WHEN can_be_rendered THEN 1 END) AS pages
    FROM sampled_pages
    GROUP BY pattern, origin
    UNION ALL
    SELECT
        pattern,
        origin,
        FALSE AS is_of_renders,
        COUNT(CASE WHEN is_checked THEN 1 END) AS chosen,
        COUNT(CASE WHEN is_checked THEN 1 END) AS read_pages,
        COUNT(*) AS pages
    FROM sampled_pages
    WHERE EXISTS (SELECT 1 FROM sampled)
    GROUP BY pattern, origin
),

patterns AS (
    SELECT
        pattern,
        is_of_renders,
        SUM(chosen) AS chosen,
        SUM(read_pages) AS read_pages,
        SUM(pages) AS pages
    FROM sizes
    WHERE read_pages > 0
    GROUP BY pattern, is_of_renders
),

faulty AS (
    SELECT
        found."check",
        found.kind,
        found.pattern,
        groupings.is_of_renders,
        COUNT(DISTINCT found.url) AS urls
    FROM findings AS found
    INNER JOIN groupings ON found."check" = groupings."check"
    INNER JOIN sampled_pages AS page ON found.url = page.url
    WHERE
        groupings.way IN ('pattern', 'rule')
        AND CASE WHEN groupings.is_of_renders THEN page.is_rendered ELSE page.is_checked END
    GROUP BY found."check", found.kind, found.pattern, groupings.is_of_renders
)

SELECT
    faulty."check",
    faulty.kind,
    faulty.pattern,
    CAST(patterns.pages AS BIGINT) AS pages
FROM faulty
INNER JOIN patterns
    ON faulty.pattern = patterns.pattern AND faulty.is_of_renders = patterns.is_of_renders
WHERE
    faulty.urls = patterns.read_pages
    AND faulty.urls >= {LEAST}
    AND patterns.pages > patterns.chosen
"""


def extrapolate(store: Store) -> None:
    """Make the table ``likely``: pages of each pattern of which all sampled ones have a fault.

    Args:
        store: with ``groupings`` of the checks, and findings with their patterns.
    """
    store.execute(_CREATE)
    if not all(map(store.columns, _NEEDED)) or not store.value(_IS_SAMPLE):
        return
    with store.function("pattern_of", pattern):
        store.execute(_PAGES)
    store.execute(_LIKELY)
    store.execute("DROP TABLE sampled_pages")
