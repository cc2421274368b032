/*
The sitemaps that can be submitted: those that were read well.
*/
SELECT
    url,
    url_key,
    origin,
    is_declared,
    content_hash,
    changed_at,
    last_modified,
    fetched_at
FROM found_sitemaps
WHERE is_usable
ORDER BY url
