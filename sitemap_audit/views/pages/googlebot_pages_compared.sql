/*
---
row: url
rests_on: others
---
One row per page that was requested again with the user agent of Googlebot, and both responses.

`is_refused`: the response says nothing about the page, so the two are not compared: no response, a
challenge, a status of a bot protection, a server error, or the same title or text for several pages
of the host that have titles of their own. The request does not come from Google's IP addresses, so
a server may take it for a fake. A page whose first response was not 200 is not compared either.
`differs_in_status`, `differs_in_robots`, `differs_in_type` (Content-Type), `differs_in_canonical`,
`differs_in_body` (of two responses that are not HTML): what differs for Googlebot. `is_unstable`:
the bodies differ, and so do those for other user agents, or nobody knows.
*/
WITH answers AS (
    SELECT
        again.url,
        again.url_key,
        again.status,
        again.redirect_url,
        again.noindex,
        again.canonical,
        again.canonical_key,
        again.canonicals,
        again.error,
        COALESCE(again.is_loop, FALSE) AS is_loop,
        again.content_type,
        again.body_hash,
        once_more.body_hash AS own_body_hash,
        pages.content_type AS own_type,
        pages.body_hash AS first_body_hash,
        pages.parsed,
        again.challenge,
        page.state,
        pages.status AS own_status,
        pages.noindex AS own_noindex,
        pages.canonicals AS own_canonicals,
        own.canonical AS own_canonical,
        own.canonical_key AS own_canonical_key,
        COALESCE(pages.title, '') AS own_title,
        CONCAT_WS(
            ' ',
            SPLIT_PART(again.url, '/', 3),
            again.status,
            COALESCE(again.redirect_url, ''),
            COALESCE(again.title, again.content_hash, again.body_hash, '')
        ) AS response
    FROM bot_answers AS again
    INNER JOIN pages ON again.url_key = pages.url_key
    INNER JOIN page_states AS page ON pages.id = page.page_id
    LEFT JOIN effective_canonicals AS own ON again.url_key = own.url_key
    LEFT JOIN bot_answers AS once_more
        ON again.url_key = once_more.url_key AND again.bot = once_more.bot AND once_more.is_own
    WHERE NOT again.is_own AND again.bot = 'Googlebot'
),

repeated AS (
    SELECT response
    FROM answers
    GROUP BY response
    HAVING MIN(own_title) <> MAX(own_title)
),

judged AS (
    SELECT
        answers.url,
        answers.url_key,
        answers.status,
        answers.redirect_url,
        answers.noindex,
        answers.canonical,
        answers.canonicals,
        answers.own_status,
        answers.own_noindex,
        answers.own_canonical,
        answers.own_canonicals,
        answers.is_loop,
        answers.content_type,
        answers.own_type,
        COALESCE(
            answers.content_type <> answers.own_type
            AND NOT (
                answers.content_type IN ('text/html', 'application/xhtml+xml')
                AND answers.own_type IN ('text/html', 'application/xhtml+xml')
            ),
            FALSE
        ) AS other_type,
        COALESCE(NOT answers.parsed AND answers.body_hash <> answers.first_body_hash, FALSE)
            AS other_body,
        COALESCE(answers.own_body_hash = answers.first_body_hash, FALSE) AS is_stable,
        COALESCE(
            answers.status IS NULL
            OR (answers.error IS NOT NULL AND answers.status < 300)
            OR answers.challenge IS NOT NULL
            OR code.meaning NOT IN ('content', 'redirect', 'missing', 'client-error')
            OR answers.state <> 'ok'
            OR repeated.response IS NOT NULL,
            TRUE
        ) AS is_refused,
        COALESCE(answers.canonical_key <> answers.own_canonical_key, FALSE)
        OR (answers.canonical_key IS NOT NULL AND answers.own_canonicals = 0)
        OR (answers.own_canonical_key IS NOT NULL AND answers.canonicals = 0) AS other_canonical
    FROM answers
    LEFT JOIN status_codes AS code ON answers.status = code.status
    LEFT JOIN repeated ON answers.response = repeated.response
)

SELECT
    url,
    url_key,
    status,
    redirect_url,
    noindex,
    canonical,
    own_status,
    own_noindex,
    own_canonical,
    is_loop,
    content_type,
    own_type,
    is_refused,
    NOT is_refused AND status <> own_status AS differs_in_status,
    NOT is_refused
    AND status = own_status
    AND COALESCE(noindex <> own_noindex, FALSE) AS differs_in_robots,
    NOT is_refused AND status = own_status AND other_type AS differs_in_type,
    NOT is_refused AND status = own_status AND other_canonical AND NOT other_type
        AS differs_in_canonical,
    NOT is_refused AND status = own_status AND other_body AND is_stable AND NOT other_type
        AS differs_in_body,
    NOT is_refused
    AND status = own_status
    AND other_body
    AND NOT (
        is_stable OR other_type OR other_canonical OR COALESCE(noindex <> own_noindex, FALSE)
    ) AS is_unstable
FROM judged
