/*
One row per sitemap and origin whose robots.txt names it: by its own address, or by one that
redirects to it.
*/
WITH RECURSIVE named AS (
    SELECT
        origin,
        url_key AS sitemap_key
    FROM robots_lines
    WHERE field = 'sitemap' AND url_key IS NOT NULL
    UNION
    SELECT
        named.origin,
        sitemaps.redirect_key AS sitemap_key
    FROM named
    INNER JOIN sitemaps ON named.sitemap_key = sitemaps.url_key
    WHERE sitemaps.redirect_key IS NOT NULL
)

SELECT
    origin,
    sitemap_key
FROM named
