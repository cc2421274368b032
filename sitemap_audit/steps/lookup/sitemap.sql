/*
One row with what is known of a URL as a sitemap, if it is one.
*/
SELECT
    status,
    error,
    kind,
    entries,
    children
FROM sitemaps
WHERE url_key = $key
