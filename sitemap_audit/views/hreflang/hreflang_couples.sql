/*
---
row: pair
rests_on: named
---
One row per pair of URLs with a hreflang annotation in at least one direction, the lower key first:
both directions in one row, so that no join has to find the return link. `forth`: annotations from
`low_key` to `high_key`; `back`: those from `high_key` to `low_key`.

`..._judged`: from a page of hreflang_pages. `..._in_sitemap`, `..._on_page`: where the annotation
is; both are false if there is none. `..._is_default`: one of its codes is x-default. `..._agrees`:
one of its codes is a code of the target's self-referencing annotation. `..._first` and `..._last`:
numbers in hreflang_codes.
*/
WITH self_codes AS (
    SELECT DISTINCT
        url_key,
        code
    FROM hreflang_links
    WHERE url_key = alternate_key AND code <> 'x-default'
),

links AS (
    SELECT
        LEAST(link.url_key, link.alternate_key) AS low_key,
        GREATEST(link.url_key, link.alternate_key) AS high_key,
        link.url_key < link.alternate_key AS is_forth,
        link.judged,
        link.source = 'sitemap' AS in_sitemap,
        link.code = 'x-default' AS is_default,
        codes.number,
        self_codes.url_key IS NOT NULL AS agrees
    FROM hreflang_links AS link
    INNER JOIN hreflang_codes AS codes ON link.code = codes.code
    LEFT JOIN self_codes
        ON link.alternate_key = self_codes.url_key AND link.code = self_codes.code
    WHERE link.url_key <> link.alternate_key
)

SELECT
    low_key,
    high_key,
    BOOL_OR(is_forth AND judged) AS forth_judged,
    BOOL_OR(is_forth AND in_sitemap) AS forth_in_sitemap,
    BOOL_OR(is_forth AND NOT in_sitemap) AS forth_on_page,
    BOOL_OR(is_forth AND is_default) AS forth_is_default,
    BOOL_OR(is_forth AND agrees) AS forth_agrees,
    MIN(CASE WHEN is_forth THEN number END) AS forth_first,
    MAX(CASE WHEN is_forth THEN number END) AS forth_last,
    BOOL_OR(NOT is_forth AND judged) AS back_judged,
    BOOL_OR(NOT is_forth AND in_sitemap) AS back_in_sitemap,
    BOOL_OR(NOT is_forth AND NOT in_sitemap) AS back_on_page,
    BOOL_OR(NOT is_forth AND is_default) AS back_is_default,
    BOOL_OR(NOT is_forth AND agrees) AS back_agrees,
    MIN(CASE WHEN NOT is_forth THEN number END) AS back_first,
    MAX(CASE WHEN NOT is_forth THEN number END) AS back_last
FROM links
GROUP BY low_key, high_key
