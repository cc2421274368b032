/*
One row per pair of hreflang_pairs whose alternate is faulty or has no return link, and whose
annotation is in one page or one sitemap. `place_url`: the page or sitemap to change. `href`: the
URL of the alternate as written.
*/
WITH faulty AS (
    SELECT
        url_key,
        alternate_key
    FROM hreflang_pairs
    WHERE source_fault IS NULL AND (target_fault IS NOT NULL OR NOT has_return)
),

written AS (
    SELECT
        link.url_key,
        link.alternate_key,
        link.sitemap_url AS place_url,
        link.href
    FROM entry_alternates AS link
    SEMI JOIN faulty
        ON link.url_key = faulty.url_key AND link.alternate_key = faulty.alternate_key
    UNION ALL
    SELECT
        link.url_key,
        link.alternate_key,
        link.url AS place_url,
        link.href
    FROM page_alternates AS link
    SEMI JOIN faulty
        ON link.url_key = faulty.url_key AND link.alternate_key = faulty.alternate_key
    WHERE link.source IN ('html', 'header')
)

SELECT
    url_key,
    alternate_key,
    MIN(place_url) AS place_url,
    MIN(href) AS href
FROM written
GROUP BY url_key, alternate_key
HAVING MIN(place_url) = MAX(place_url)
