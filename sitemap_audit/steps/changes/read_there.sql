/*
One row per URL that the other audit read: a page with all that it redirects to, a sitemap to its
end, a robots.txt.
*/
WITH own AS (
    SELECT status
    FROM status_codes
    WHERE meaning IN ('content', 'redirect', 'missing', 'client-error', 'server-error')
),

fetched AS (
    SELECT
        url,
        fetched_at,
        error IS NULL AND complete AND status BETWEEN 200 AND 299 AS is_read
    FROM sitemaps_there
),

latest AS (
    SELECT
        url,
        is_read,
        ROW_NUMBER() OVER (PARTITION BY url ORDER BY fetched_at DESC) AS place
    FROM fetched
    WHERE is_read IS NOT NULL
)

SELECT beginning AS url
FROM trail
GROUP BY beginning
HAVING
    BOOL_AND(COALESCE(is_well, FALSE))
    AND COUNT(*) FILTER (WHERE redirect_key IS NULL) > 0
UNION
SELECT url
FROM latest
WHERE place = 1 AND is_read
UNION
SELECT url
FROM robots_there
WHERE error IS NULL AND status IS NOT NULL AND status IN (SELECT own.status FROM own)
