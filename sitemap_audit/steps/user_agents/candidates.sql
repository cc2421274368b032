/*
One row per listed page that robots.txt allows and that was fetched, not taken from the cache.
*/
SELECT
    url,
    url_key,
    requested,
    SPLIT_PART(url, '/', 3) AS host,
    PATTERN_OF(url) AS pattern
FROM pages
WHERE
    status = 200 AND error IS NULL AND challenge IS NULL AND cached_at IS NULL
    AND COALESCE(robots, 'allowed') = 'allowed'
    AND EXISTS (
        SELECT 1 FROM entries
        WHERE entries.url_key = pages.url_key
    )
