/*
---
row: pair
rests_on: named
---
One row per pair of a URL and another that it annotates, where the annotation may have to change: in
hreflang_pairs its alternate is faulty, has no return link or other codes, or the pair is one of
hreflang_near_misses. Only annotations in one page or one sitemap. `place_url`: the page or sitemap
to change. `source`: sitemap | html | header; NULL if a page has it in both. `href`: the URL of the
alternate as written. `codes`: how often it has a code, `code` and
`hreflang`: the first, normalized and as written; x-default is left out.
*/
WITH faulty AS (
    SELECT
        url_key,
        alternate_key
    FROM hreflang_pairs
    WHERE
        source_fault IS NULL
        AND (target_fault IS NOT NULL OR NOT has_return OR NOT code_agrees)
    UNION
    SELECT
        url_key,
        alternate_key
    FROM hreflang_near_misses
),

written AS (
    SELECT
        link.url_key,
        link.alternate_key,
        link.sitemap_url AS place_url,
        'sitemap' AS source,
        link.code,
        link.hreflang,
        link.href
    FROM entry_alternates AS link
    SEMI JOIN faulty
        ON link.url_key = faulty.url_key AND link.alternate_key = faulty.alternate_key
    UNION ALL
    SELECT
        link.url_key,
        link.alternate_key,
        link.url AS place_url,
        link.source,
        link.code,
        link.hreflang,
        link.href
    FROM page_alternates AS link
    SEMI JOIN faulty
        ON link.url_key = faulty.url_key AND link.alternate_key = faulty.alternate_key
    WHERE link.source IN ('html', 'header') AND link.in_head
)

SELECT
    url_key,
    alternate_key,
    MIN(place_url) AS place_url,
    CASE WHEN MIN(source) = MAX(source) THEN MIN(source) END AS source,
    MIN(href) AS href,
    COUNT(CASE WHEN code <> 'x-default' THEN 1 END) AS codes,
    MIN(CASE WHEN code <> 'x-default' THEN code END) AS code,
    MIN(CASE WHEN code <> 'x-default' THEN hreflang END) AS hreflang
FROM written
GROUP BY url_key, alternate_key
HAVING MIN(place_url) = MAX(place_url)
