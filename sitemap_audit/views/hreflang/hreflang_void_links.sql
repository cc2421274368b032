/*
---
row: page-part
rests_on: named
---
One row per distinct hreflang annotation without effect of a page that exists: its code is invalid,
its URL cannot be read (`alternate_key` is NULL) or it is outside the head. Its alternate does not
count as missing too.
*/
WITH annotations AS (
    SELECT
        url,
        url_key,
        code,
        code_problem,
        alternate_key
    FROM entry_alternates
    WHERE
        url_key IS NOT NULL
        AND (code IS NULL OR code_problem IS NOT NULL OR alternate_key IS NULL)
    UNION ALL
    SELECT
        page_alternates.url,
        page_alternates.url_key,
        page_alternates.code,
        page_alternates.code_problem,
        page_alternates.alternate_key
    FROM page_alternates
    INNER JOIN page_states ON page_alternates.url_key = page_states.url_key
    WHERE
        page_states.state = 'ok'
        AND page_alternates.source IN ('html', 'header')
        AND (
            page_alternates.code IS NULL
            OR page_alternates.code_problem IS NOT NULL
            OR page_alternates.alternate_key IS NULL
            OR NOT page_alternates.in_head
        )
)

SELECT DISTINCT
    url,
    url_key,
    alternate_key,
    COALESCE(code = 'x-default' OR code_problem = 'x-default-malformed', FALSE) AS is_default
FROM annotations
