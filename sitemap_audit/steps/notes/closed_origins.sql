/*
One row per origin of which no sitemap with URLs was read, or of which as many declared ones as were
read, or three, are behind a login.

`walled`, `walled_url`: how many sitemaps are behind a login, and the first. `refused_url`,
`refused_status`: a sitemap that the server refused or failed to return.
*/
WITH fetched AS (
    SELECT
        CONCAT(SPLIT_PART(states.url, '/', 1), '//', SPLIT_PART(states.url, '/', 3)) AS origin,
        states.url,
        states.status,
        walled.url AS walled_url,
        states.state IN ('refused', 'server-error') AS is_refused,
        states.is_promised,
        COALESCE(states.entries > 0, FALSE) AS is_read
    FROM sitemap_states AS states
    LEFT JOIN behind_login AS walled ON states.url = walled.url AND walled.kind = 'sitemap'
)

SELECT
    origin,
    COUNT(walled_url) AS walled,
    MIN(walled_url) AS walled_url,
    MIN(CASE WHEN is_refused THEN url END) AS refused_url,
    MIN(CASE WHEN is_refused THEN status END) AS refused_status
FROM fetched
GROUP BY origin
HAVING
    COUNT(CASE WHEN is_promised THEN walled_url END) >= 3
    OR COUNT(CASE WHEN is_promised THEN walled_url END)
    >= GREATEST(COUNT(CASE WHEN is_read THEN 1 END), 1)
    OR (
        NOT BOOL_OR(is_read)
        AND (
            COUNT(walled_url) > 0
            OR BOOL_OR(is_refused AND is_promised)
            OR BOOL_AND(is_refused)
        )
    )
