/*
One row per sitemap that an index lists, with the depth of the index.
*/
SELECT
    entries.url,
    entries.sitemap_url,
    sitemaps.depth,
    entries.loc
FROM entries
INNER JOIN sitemaps ON entries.sitemap_id = sitemaps.id
WHERE entries.kind = 'sitemap' AND entries.url IS NOT NULL
ORDER BY entries.sitemap_id, entries.position
