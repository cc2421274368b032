/*
One row per host (with its port, where it is not the usual one) that was asked for a page.
`blocked` counts answers that are typical of a bot wall: 401, 403, 406, 429, 503 or a challenge.
The host counts as `walled` where these are at least ten and at least half of its answers: its
blocked pages are then unknown, not broken.
The host is `unavailable` where it has two listed URLs or more and returned nothing but 503 and 429:
its pages are not checked then. It is `given_up` where it returned 429, 503 or nothing until the audit
had waited for it as long as it may. `refused_urls` counts the listed URLs to which it returned 429 or
503, and `left_urls` those that were not requested after that.
The host is `gone` where it answered at first and not at the end: the address that cannot exist,
which is asked for last, brought no answer; or ten pages failed twice and others were not asked a
second time; or it was given up since it did not respond. What failed on it then says nothing of the
pages.
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
        CASE WHEN pages.status < 500 THEN 1 ELSE 0 END AS is_sound,
        COALESCE(pages.status IN (429, 503) AND pages.challenge IS NULL, FALSE)
        OR COALESCE(pages.error = 'throttled' AND pages.attempts > 0, FALSE) AS is_refused,
        COALESCE(pages.status = 503 AND pages.challenge IS NULL, FALSE) AS is_503,
        COALESCE(pages.error = 'throttled' AND pages.attempts = 0, FALSE) AS is_left,
        COALESCE(pages.error = 'throttled', FALSE) AS is_given_up,
        pages.role = 'probe' AS is_probe,
        pages.first_status IS NULL AND pages.first_error IS NULL AS is_first_try,
        COALESCE(
            pages.status >= 500
            OR pages.error IN (
                'dns', 'no-address', 'refused', 'reset', 'timeout', 'truncated', 'unreachable'
            ),
            FALSE
        ) AS has_failed,
        pages.status IS NULL AS is_silent,
        pages.challenge
    FROM pages
    LEFT JOIN listed ON pages.url_key = listed.url_key
),

counted AS (
    SELECT
        host,
        COUNT(*) AS pages,
        SUM(is_listed) AS listed_urls,
        SUM(is_answered) AS answered,
        SUM(is_throttled) AS throttled,
        SUM(is_blocked) AS blocked,
        MIN(challenge) AS challenge,
        COUNT(*) FILTER (WHERE is_503) AS returned_503,
        COUNT(*) FILTER (WHERE is_refused AND is_listed = 1) AS refused_urls,
        COUNT(*) FILTER (WHERE is_left AND is_listed = 1) AS left_urls,
        COUNT(*) FILTER (WHERE is_given_up) > 0 AS given_up,
        COUNT(*) FILTER (WHERE is_503) > 0
        AND COUNT(*) FILTER (WHERE NOT is_probe AND NOT is_refused AND NOT is_left) = 0
            AS is_503_only,
        SUM(is_sound) > 0
        AND (
            COUNT(*) FILTER (WHERE has_failed AND is_probe AND is_silent) > 0
            OR (
                COUNT(*) FILTER (WHERE has_failed AND NOT is_first_try) >= 10
                AND COUNT(*) FILTER (WHERE has_failed AND is_first_try AND NOT is_probe) > 0
            )
            OR (
                COUNT(*) FILTER (WHERE is_given_up) > 0
                AND COUNT(*) FILTER (WHERE is_503) = 0
                AND SUM(is_throttled) = 0
            )
        ) AS gone
    FROM answers
    GROUP BY host
)

SELECT
    host,
    pages,
    listed_urls,
    answered,
    throttled,
    blocked,
    challenge,
    NOT is_503_only AND blocked >= 10 AND 2 * blocked >= answered AS walled,
    is_503_only AND listed_urls > 1 AS unavailable,
    given_up,
    returned_503,
    refused_urls,
    left_urls,
    gone
FROM counted
