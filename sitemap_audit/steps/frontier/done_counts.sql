/*
The numbers of sitemaps and pages of which a response is stored, or an error that will not pass.
*/
SELECT
    'sitemaps' AS fetched,
    COUNT(DISTINCT url_key) AS urls
FROM sitemaps
WHERE error IS NULL OR NOT LIST_CONTAINS($passing, error)
UNION ALL
SELECT
    'pages' AS fetched,
    COUNT(DISTINCT url_key) AS urls
FROM pages
WHERE error IS NULL OR NOT LIST_CONTAINS($passing, error)
