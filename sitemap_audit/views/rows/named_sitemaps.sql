/*
---
row: file
rests_on: others
---
One row per sitemap and origin whose robots.txt lists it, directly or by a URL that redirects to it.
*/
WITH RECURSIVE named AS (
    SELECT
        origin,
        url_key AS sitemap_key,
        0 AS hops
    FROM robots_lines
    WHERE field = 'sitemap' AND url_key IS NOT NULL
    UNION ALL
    SELECT
        named.origin,
        sitemaps.redirect_key AS sitemap_key,
        named.hops + 1 AS hops
    FROM named
    INNER JOIN sitemaps ON named.sitemap_key = sitemaps.url_key
    WHERE sitemaps.redirect_key IS NOT NULL AND named.hops < 25
)

SELECT DISTINCT
    origin,
    sitemap_key
FROM named
