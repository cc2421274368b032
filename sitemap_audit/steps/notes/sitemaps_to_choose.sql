/*
The sitemaps that list URLs, or that an index lists and that were not fetched.
*/
SELECT sitemap_url FROM entries
WHERE kind = 'url' AND url_key IS NOT NULL
UNION
SELECT url AS sitemap_url FROM entries
WHERE
    kind = 'sitemap' AND url_key IS NOT NULL
    AND NOT EXISTS (
        SELECT 1 FROM sitemaps
        WHERE sitemaps.url_key = entries.url_key
    )
ORDER BY sitemap_url
