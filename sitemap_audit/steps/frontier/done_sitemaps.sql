/*
One row per sitemap that need not be fetched again.
*/
SELECT
    url_key,
    depth
FROM sitemaps
WHERE error IS NULL OR NOT LIST_CONTAINS($passing, error)
