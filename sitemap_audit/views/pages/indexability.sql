/*
---
row: url
rests_on: named
---
One row per requested page: whether a search engine can index it under its own URL.

`is_indexable` is NULL if not checked. `reasons`: all reasons why it is not indexable, separated by
commas. `fault`: the one that hides the others: disallowed | redirect | client-error | server-error
| no-response | refresh | empty | noindex | canonicalised. Only this fault of the page is reported.
`canonical`: the effective one.
*/
WITH facts AS (
    SELECT
        page_states.page_id,
        page_states.robots = 'disallowed' AS is_disallowed,
        page_states.state = 'redirect' AS is_redirect,
        page_states.state IN ('client-error', 'server-error', 'no-response') AS is_error,
        page_states.state = 'ok' AND page_states.refresh_key IS NOT NULL AS is_refresh,
        page_states.state = 'ok'
        AND (COALESCE(page_states.noindex, FALSE) OR page_states.is_expired) AS is_noindex,
        COALESCE(canonicals.canonical_key <> page_states.url_key, FALSE) AS is_canonicalised,
        canonicals.canonical,
        canonicals.canonical_key,
        CASE
            WHEN page_states.state = 'unknown' THEN page_states.unknown_reason
            WHEN page_states.robots = 'unknown' THEN 'robots-unknown'
            WHEN
                page_states.state = 'ok'
                AND (NOT page_states.annotations_known OR page_states.noindex IS NULL)
                THEN COALESCE(page_states.unread_reason, 'not-read')
        END AS unknown_reason
    FROM page_states
    LEFT JOIN effective_canonicals AS canonicals ON page_states.url_key = canonicals.url_key
),

judged AS (
    SELECT
        facts.page_id,
        CASE
            WHEN facts.is_disallowed THEN 'disallowed'
            WHEN facts.is_redirect OR facts.is_error THEN page_states.state
            WHEN facts.is_refresh THEN 'refresh'
            WHEN page_states.is_empty THEN 'empty'
            WHEN facts.is_noindex THEN 'noindex'
            WHEN facts.is_canonicalised THEN 'canonicalised'
        END AS fault,
        CONCAT_WS(
            ', ',
            CASE WHEN facts.is_disallowed THEN 'disallowed' END,
            CASE WHEN facts.is_redirect OR facts.is_error THEN page_states.state END,
            CASE WHEN page_states.is_empty THEN 'empty' END,
            CASE WHEN facts.is_refresh THEN 'refresh' END,
            CASE WHEN facts.is_noindex THEN 'noindex' END,
            CASE WHEN facts.is_canonicalised THEN 'canonicalised' END
        ) AS reasons
    FROM facts
    INNER JOIN page_states ON facts.page_id = page_states.page_id
)

SELECT
    page_states.page_id,
    page_states.url,
    page_states.url_key,
    page_states.url_near_key,
    page_states.host,
    page_states.listed,
    page_states.status,
    page_states.error,
    page_states.state,
    page_states.served_url,
    page_states.respelled_by,
    page_states.robots,
    page_states.redirect_url,
    page_states.refresh_url,
    page_states.is_html,
    page_states.parsed,
    page_states.annotations_known,
    page_states.entry_known,
    page_states.is_cached,
    page_states.lang,
    page_states.lang_problem,
    page_states.nofollow,
    facts.canonical,
    facts.canonical_key,
    CASE
        WHEN judged.fault IS NOT NULL THEN FALSE
        WHEN facts.unknown_reason IS NULL THEN TRUE
    END AS is_indexable,
    judged.fault,
    judged.reasons,
    facts.is_disallowed,
    facts.is_noindex,
    facts.is_canonicalised,
    facts.unknown_reason
FROM page_states
INNER JOIN facts ON page_states.page_id = facts.page_id
INNER JOIN judged ON page_states.page_id = judged.page_id
