/*
One row per sitemap that can be rewritten: it was read whole and is kept as received. Feeds are not
rewritten.
*/
SELECT
    id,
    url,
    kind,
    entries,
    children,
    compression,
    content_encoding,
    received_hash
FROM sitemaps
WHERE
    found_by <> 'list'
    AND kind IN ('urlset', 'sitemapindex', 'text')
    AND complete
    AND received_hash IS NOT NULL
