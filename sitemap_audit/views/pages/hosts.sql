/*
---
row: host
rests_on: others
---
One row per origin (scheme, host, and port if not the default) from which a page was requested.

`blocked`: responses that are typical of a bot protection: a challenge, or a status code that means
login, forbidden, refused, throttled or unavailable (status_codes). `has_bot_protection`: these are
at least half of the origin's responses, and at least ten; its blocked pages are then not checked.
Fewer are enough if they include a listed URL or the homepage and can only be about the audit (a challenge,
`refused`). They are also enough where listed URLs were not requested, if the same share of them
would make ten, and the URL that cannot exist was not answered otherwise. `has_login_wall`: no page
but a login page returned content, and the homepage or three pages are behind_login, more than were
blocked otherwise; these are then not checked. `unavailable`: the origin has two or more listed URLs
and returned only 503 and 429; its pages are then not checked. `given_up`: it returned 429, 503 or
nothing until the audit had waited for the maximum time. `refused_urls`: listed URLs for which it
returned 429 or 503; `left_urls`: those that were not requested after that. `gone`: it responded at
first and not at the end: the last request, for a URL that cannot exist, failed; or ten pages failed
twice and others were not requested again; or the audit gave it up because it did not respond. What
failed there is not checked.
*/
WITH answers AS (
    SELECT
        CONCAT(SPLIT_PART(pages.url, '/', 1), '//', SPLIT_PART(pages.url, '/', 3)) AS origin,
        CASE WHEN listed.url_key IS NULL THEN 0 ELSE 1 END AS is_listed,
        CASE WHEN pages.status IS NULL THEN 0 ELSE 1 END AS is_answered,
        CASE WHEN code.meaning = 'throttled' THEN 1 ELSE 0 END AS is_throttled,
        CASE
            WHEN
                pages.challenge IS NOT NULL
                OR code.meaning IN ('login', 'forbidden', 'refused', 'throttled', 'unavailable')
                THEN 1
            ELSE 0
        END AS is_blocked,
        COALESCE(code.meaning = 'login', FALSE) AS is_login,
        (listed.url_key IS NOT NULL OR pages.role = 'home')
        AND (pages.challenge IS NOT NULL OR COALESCE(code.meaning = 'refused', FALSE))
            AS is_about_audit,
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
    LEFT JOIN linked_only ON pages.url_key = linked_only.url_key
    LEFT JOIN status_codes AS code ON pages.status = code.status
    WHERE linked_only.url_key IS NULL
),

counted AS (
    SELECT
        origin,
        COUNT(*) AS pages,
        SUM(is_listed) AS listed_urls,
        SUM(is_answered) AS answered,
        SUM(is_throttled) AS throttled,
        SUM(is_blocked) AS blocked,
        COUNT(*) FILTER (WHERE is_blocked = 1 AND NOT is_login) AS other_blocks,
        COUNT(*) FILTER (WHERE is_about_audit) > 0 AS is_about_audit,
        MIN(challenge) AS challenge,
        COUNT(*) FILTER (WHERE is_probe AND is_answered = 1 AND is_blocked = 0) AS passed_probes,
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
    GROUP BY origin
),

walls AS (
    SELECT
        origin,
        COUNT(*) AS urls,
        BOOL_OR(is_home) AS has_home
    FROM behind_login
    WHERE kind = 'page'
    GROUP BY origin
),

open_origins AS (
    SELECT CONCAT(SPLIT_PART(pages.url, '/', 1), '//', SPLIT_PART(pages.url, '/', 3)) AS origin
    FROM pages
    LEFT JOIN login_pages ON pages.url = login_pages.url
    LEFT JOIN behind_login ON pages.url = behind_login.url AND behind_login.kind = 'page'
    WHERE
        pages.status BETWEEN 200 AND 299
        AND pages.role <> 'probe'
        AND login_pages.url IS NULL
        AND behind_login.url IS NULL
    GROUP BY SPLIT_PART(pages.url, '/', 1), SPLIT_PART(pages.url, '/', 3)
),

judged_walls AS (
    SELECT walls.origin
    FROM walls
    INNER JOIN counted ON walls.origin = counted.origin
    LEFT JOIN open_origins ON walls.origin = open_origins.origin
    WHERE
        open_origins.origin IS NULL
        AND (walls.has_home OR walls.urls >= 3)
        AND counted.other_blocks < walls.urls
),

further AS (
    SELECT CONCAT(SPLIT_PART(pages.url, '/', 1), '//', SPLIT_PART(pages.url, '/', 3)) AS origin
    FROM pages
    INNER JOIN linked_only ON pages.url_key = linked_only.url_key
    GROUP BY SPLIT_PART(pages.url, '/', 1), SPLIT_PART(pages.url, '/', 3)
),

unasked AS (
    SELECT
        CONCAT(SPLIT_PART(listed.url, '/', 1), '//', SPLIT_PART(listed.url, '/', 3)) AS origin,
        COUNT(*) AS urls
    FROM listed
    LEFT JOIN pages ON listed.url_key = pages.url_key
    WHERE pages.id IS NULL
    GROUP BY SPLIT_PART(listed.url, '/', 1), SPLIT_PART(listed.url, '/', 3)
)

SELECT
    counted.origin,
    counted.pages,
    counted.listed_urls,
    counted.answered,
    counted.throttled,
    counted.blocked,
    counted.challenge,
    NOT counted.is_503_only
    AND judged_walls.origin IS NULL
    AND 2 * counted.blocked >= counted.answered
    AND (
        counted.blocked >= 10
        OR counted.is_about_audit
        OR (
            counted.blocked > 0
            AND counted.passed_probes = 0
            AND counted.blocked * (counted.answered + COALESCE(unasked.urls, 0))
            >= 10 * counted.answered
        )
    ) AS has_bot_protection,
    judged_walls.origin IS NOT NULL AS has_login_wall,
    counted.is_503_only AND counted.listed_urls > 1 AS unavailable,
    counted.given_up,
    counted.returned_503,
    counted.refused_urls,
    counted.left_urls,
    counted.gone
FROM counted
LEFT JOIN unasked ON counted.origin = unasked.origin
LEFT JOIN judged_walls ON counted.origin = judged_walls.origin
UNION ALL
SELECT
    further.origin,
    0 AS pages,
    0 AS listed_urls,
    0 AS answered,
    0 AS throttled,
    0 AS blocked,
    NULL AS challenge,
    FALSE AS has_bot_protection,
    FALSE AS has_login_wall,
    FALSE AS unavailable,
    FALSE AS given_up,
    0 AS returned_503,
    0 AS refused_urls,
    0 AS left_urls,
    FALSE AS gone
FROM further
LEFT JOIN counted ON further.origin = counted.origin
WHERE counted.origin IS NULL
