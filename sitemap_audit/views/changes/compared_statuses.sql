/*
---
row: url
rests_on: others
---
One row per URL that both audits list, whose status code or whose error is another one. `response`,
`previous_response`: the status code, or in words why there was none. `change`: error (no page or
redirect any more) | recovered (a page instead of an error) | other.
*/
SELECT
    page.url,
    page.sitemap_url,
    page.state,
    COALESCE(told.words, page.error, CAST(page.status AS VARCHAR)) AS response,
    COALESCE(told_before.words, page.previous_error, CAST(page.previous_status AS VARCHAR))
        AS previous_response,
    CASE
        WHEN
            page.state IN ('client-error', 'server-error', 'no-response')
            AND page.previous_state IN ('ok', 'redirect')
            THEN 'error'
        WHEN
            page.state = 'ok'
            AND page.previous_state IN ('client-error', 'server-error', 'no-response')
            THEN 'recovered'
        ELSE 'other'
    END AS change
FROM compared_urls AS page
LEFT JOIN plain_words AS told ON page.error = told.code AND told.topic = 'error'
LEFT JOIN plain_words AS told_before
    ON page.previous_error = told_before.code AND told_before.topic = 'error'
WHERE
    page.is_in_both
    AND page.unknown_reason IS NULL
    AND (page.state <> page.previous_state OR page.status <> page.previous_status)
