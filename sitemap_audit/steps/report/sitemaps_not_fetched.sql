/*
The sitemaps that an index lists and that were not fetched.
*/
SELECT DISTINCT url FROM entries
WHERE
    kind = 'sitemap' AND url_key IS NOT NULL
    AND NOT EXISTS (
        SELECT 1 FROM sitemaps
        WHERE sitemaps.url_key = entries.url_key
    )
ORDER BY url
