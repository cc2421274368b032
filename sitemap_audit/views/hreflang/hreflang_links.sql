/*
---
row: page-part
rests_on: named
---
One row per distinct effective hreflang annotation: URL of the page, code, URL of the alternate, and
source (sitemap | html | header). Only valid codes and readable URLs, from pages that returned
content, and there from the head or headers; not from pages that only internal links lead to.
`judged`: the page is in hreflang_pages, or the
annotation is in a sitemap. `language`: the primary language of the code; the two written forms of
Norwegian count as one. hreflang_urls has the texts of the URLs.
*/
WITH annotations AS (
    SELECT
        url_key,
        TRUE AS judged,
        code,
        alternate_key,
        'sitemap' AS source
    FROM entry_alternates
    WHERE
        code IS NOT NULL
        AND code_problem IS NULL
        AND url_key IS NOT NULL
        AND alternate_key IS NOT NULL
        AND LOWER(COALESCE(rel, 'alternate')) LIKE '%alternate%'
    UNION ALL
    SELECT
        page_alternates.url_key,
        judged.url_key IS NOT NULL AS judged,
        page_alternates.code,
        page_alternates.alternate_key,
        page_alternates.source
    FROM page_alternates
    INNER JOIN page_states ON page_alternates.url_key = page_states.url_key
    LEFT JOIN hreflang_pages AS judged ON page_alternates.url_key = judged.url_key
    LEFT JOIN linked_only ON page_alternates.url_key = linked_only.url_key
    WHERE
        page_alternates.code IS NOT NULL
        AND page_alternates.code_problem IS NULL
        AND page_alternates.alternate_key IS NOT NULL
        AND page_alternates.in_head
        AND page_alternates.source IN ('html', 'header')
        AND page_states.state = 'ok'
        AND linked_only.url_key IS NULL
)

SELECT
    url_key,
    BOOL_OR(judged) AS judged,
    code,
    CASE
        WHEN SPLIT_PART(code, '-', 1) IN ('nb', 'nn') THEN 'no'
        WHEN code <> 'x-default' THEN SPLIT_PART(code, '-', 1)
    END AS language,
    alternate_key,
    source
FROM annotations
GROUP BY url_key, code, alternate_key, source
