/*
---
row: entry
rests_on: others
---
One row per sitemap in a sitemap index that has another protocol or host than the index.

`is_agreed`: robots.txt authorizes it. The robots.txt of either host lists the sitemap, or the
robots.txt of the sitemap's host lists the index, each directly or by a URL that redirects to it.
NULL if the robots.txt of the sitemap's host was not read.
*/
WITH strangers AS (
    SELECT
        index_children.sitemap_id,
        index_children.sitemap_url,
        index_children.position,
        index_children.line,
        index_children.child_url,
        index_children.child_key,
        sitemaps.url_key AS index_key,
        CONCAT(
            SPLIT_PART(index_children.child_url, '/', 1), '//',
            SPLIT_PART(index_children.child_url, '/', 3)
        ) AS child_origin,
        CONCAT(
            SPLIT_PART(index_children.sitemap_url, '/', 1), '//',
            SPLIT_PART(index_children.sitemap_url, '/', 3)
        ) AS index_origin
    FROM index_children
    INNER JOIN sitemaps ON index_children.sitemap_id = sitemaps.id
    WHERE index_children.child_url IS NOT NULL
),

agreed AS (
    SELECT
        strangers.sitemap_id,
        strangers.position
    FROM strangers
    INNER JOIN named_sitemaps
        ON
            strangers.child_key = named_sitemaps.sitemap_key
            AND named_sitemaps.origin IN (strangers.child_origin, strangers.index_origin)
    UNION
    SELECT
        strangers.sitemap_id,
        strangers.position
    FROM strangers
    INNER JOIN named_sitemaps
        ON
            strangers.index_key = named_sitemaps.sitemap_key
            AND strangers.child_origin = named_sitemaps.origin
)

SELECT
    strangers.sitemap_id,
    strangers.sitemap_url,
    strangers.position,
    strangers.line,
    strangers.child_url,
    strangers.child_origin,
    strangers.index_origin,
    CASE
        WHEN agreed.position IS NOT NULL THEN TRUE
        WHEN robots.origin IS NULL OR robots.policy = 'disallow-all' THEN NULL
        ELSE FALSE
    END AS is_agreed
FROM strangers
LEFT JOIN robots ON strangers.child_origin = robots.origin
LEFT JOIN agreed
    ON strangers.sitemap_id = agreed.sitemap_id AND strangers.position = agreed.position
WHERE strangers.child_origin <> strangers.index_origin
