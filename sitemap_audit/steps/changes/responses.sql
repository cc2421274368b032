/*
One row per named URL, and per URL of a redirect, that the other audit requested: the last response.
`is_well`: the site itself responded, and the page was read; what a bot protection says is no fact
about a page.
*/
WITH targets AS (
    SELECT DISTINCT redirect_key
    FROM pages_there
),

own AS (
    SELECT status
    FROM status_codes
    WHERE meaning IN ('content', 'redirect', 'missing', 'client-error', 'server-error')
),

placed AS (
    SELECT
        there.url,
        there.url_key,
        there.redirect_key,
        there.cached_at IS NULL
        AND there.challenge IS NULL
        AND there.robots IS NOT NULL
        AND there.error IS NULL
        AND there.status IS NOT NULL
        AND there.status IN (SELECT own.status FROM own)
        AND (
            there.parsed
            OR there.status NOT BETWEEN 200 AND 299
            OR COALESCE(there.content_type, '') NOT IN ('text/html', 'application/xhtml+xml')
        ) AS is_well,
        ROW_NUMBER() OVER (PARTITION BY there.url_key ORDER BY there.fetched_at DESC) AS place
    FROM pages_there AS there
    LEFT JOIN named ON there.url = named.url
    LEFT JOIN targets ON there.url_key = targets.redirect_key
    WHERE
        named.url IS NOT NULL
        OR there.redirect_key IS NOT NULL
        OR targets.redirect_key IS NOT NULL
)

SELECT
    url,
    url_key,
    redirect_key,
    is_well
FROM placed
WHERE place = 1
