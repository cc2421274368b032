/*
One row per host (with its port, where it is not the usual one) that was asked for a page.
`blocked` counts answers that are typical of a bot wall: 401, 403, 406, 429, 503 or a challenge.
The host counts as `walled` where these are at least ten and at least half of its answers: its
blocked pages are then unknown, not broken.
*/
WITH answers AS (
    SELECT
        SPLIT_PART(pages.url, '/', 3) AS host,
        CASE WHEN listed.url_key IS NULL THEN 0 ELSE 1 END AS is_listed,
        CASE WHEN pages.status IS NULL THEN 0 ELSE 1 END AS is_answered,
        CASE WHEN pages.status = 429 THEN 1 ELSE 0 END AS is_throttled,
        CASE
            WHEN pages.status IN (401, 403, 406, 429, 503) OR pages.challenge IS NOT NULL THEN 1
            ELSE 0
        END AS is_blocked,
        pages.challenge
    FROM pages
    LEFT JOIN listed ON pages.url_key = listed.url_key
)

SELECT
    host,
    COUNT(*) AS pages,
    SUM(is_listed) AS listed_urls,
    SUM(is_answered) AS answered,
    SUM(is_throttled) AS throttled,
    SUM(is_blocked) AS blocked,
    MIN(challenge) AS challenge,
    SUM(is_blocked) >= 10 AND 2 * SUM(is_blocked) >= SUM(is_answered) AS walled
FROM answers
GROUP BY host
