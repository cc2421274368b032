/*
One row per sitemap with such URLs, in order: their number.
*/
SELECT
    sitemap_id,
    COUNT(*) AS urls
FROM not_asked
GROUP BY sitemap_id
ORDER BY sitemap_id
