/*
Origins that refused at least half of the requests that they responded to: by 400, 401 or 403.
*/
WITH responses AS (
    SELECT
        url,
        status
    FROM pages
    WHERE cached_at IS NULL
    UNION ALL
    SELECT
        url,
        status
    FROM sitemaps
    UNION ALL
    SELECT
        url,
        status
    FROM robots
)

SELECT
    CONCAT(SPLIT_PART(url, '/', 1), '//', SPLIT_PART(url, '/', 3)) AS origin,
    COUNT(CASE WHEN status IN (400, 401, 403) THEN 1 END) AS refused,
    COUNT(*) AS responses
FROM responses
WHERE status IS NOT NULL
GROUP BY
    SPLIT_PART(url, '/', 1),
    SPLIT_PART(url, '/', 3)
HAVING 2 * COUNT(CASE WHEN status IN (400, 401, 403) THEN 1 END) >= COUNT(*)
ORDER BY origin
