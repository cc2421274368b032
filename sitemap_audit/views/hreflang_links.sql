/*
One row per distinct hreflang annotation that has an effect: URL of the page, code, URL of the
alternate, and source (sitemap | html | header). Valid codes and readable URLs only; from pages that
answered with content, and there from the head. `language`: the code's primary language; the two
written forms of Norwegian count as one.
*/
WITH annotations AS (
    SELECT
        url_key,
        TRUE AS listed,
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
        page_states.listed,
        page_alternates.code,
        page_alternates.alternate_key,
        page_alternates.source
    FROM page_alternates
    INNER JOIN page_states ON page_alternates.url_key = page_states.url_key
    WHERE
        page_alternates.code IS NOT NULL
        AND page_alternates.code_problem IS NULL
        AND page_alternates.alternate_key IS NOT NULL
        AND page_alternates.in_head
        AND page_alternates.source IN ('html', 'header')
        AND page_states.state = 'ok'
),

links AS (
    SELECT
        url_key,
        code,
        alternate_key,
        source,
        BOOL_OR(listed) AS listed
    FROM annotations
    GROUP BY url_key, code, alternate_key, source
)

SELECT
    page.url,
    links.url_key,
    links.listed,
    links.code,
    CASE
        WHEN SPLIT_PART(links.code, '-', 1) IN ('nb', 'nn') THEN 'no'
        WHEN links.code <> 'x-default' THEN SPLIT_PART(links.code, '-', 1)
    END AS language,
    alternate.url AS alternate,
    links.alternate_key,
    alternate.near_key AS alternate_near_key,
    links.source
FROM links
INNER JOIN hreflang_urls AS page ON links.url_key = page.url_key
INNER JOIN hreflang_urls AS alternate ON links.alternate_key = alternate.url_key
