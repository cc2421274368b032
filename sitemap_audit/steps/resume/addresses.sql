/*
One row per host and IP address of pages.
*/
SELECT DISTINCT
    REGEXP_EXTRACT(url, '^https?://(\[[^\]]*\]|[^/:?#]+)', 1) AS host,
    ip_address
FROM pages
WHERE ip_address IS NOT NULL
