/*
One row per URL list among the sitemaps.
*/
SELECT
    id,
    url
FROM sitemaps
WHERE found_by = 'list'
