/*
---
row: url
rests_on: named
---
One row per page with a known language. `code`: its self-referencing hreflang code, else its `lang`,
in lower case; `language`: the primary language, as in hreflang_links. A page is left out if its
self-referencing codes have several languages, or another one than its `lang`.
*/
WITH said AS (
    SELECT
        page.url_key,
        CASE
            WHEN page.lang_problem IS NULL AND TRIM(page.lang) <> ''
                THEN SPLIT_PART(LOWER(TRIM(page.lang)), '-', 1)
        END AS lang,
        CASE
            WHEN sets.self_code IS NOT NULL THEN LOWER(sets.self_code)
            WHEN page.lang_problem IS NULL AND TRIM(page.lang) <> '' THEN LOWER(TRIM(page.lang))
        END AS code
    FROM indexability AS page
    LEFT JOIN hreflang_sets AS sets ON page.url_key = sets.url_key
    WHERE
        page.state = 'ok'
        AND (sets.self_code IS NULL OR sets.self_language = sets.last_self_language)
)

SELECT
    url_key,
    code,
    CASE
        WHEN SPLIT_PART(code, '-', 1) IN ('nb', 'nn') THEN 'no'
        ELSE SPLIT_PART(code, '-', 1)
    END AS language
FROM said
WHERE
    code IS NOT NULL
    AND (
        lang IS NULL
        OR lang = SPLIT_PART(code, '-', 1)
        OR (lang IN ('nb', 'nn', 'no') AND SPLIT_PART(code, '-', 1) IN ('nb', 'nn', 'no'))
    )
