/*
One row per entry that lists a URL.
*/
SELECT
    sitemap_url,
    line,
    position,
    loc,
    lastmod
FROM stored_entries
WHERE
    kind = 'url'
    AND url_key = $key
    AND sitemap_id IN (SELECT sitemaps.id FROM sitemaps)
ORDER BY sitemap_url, position
