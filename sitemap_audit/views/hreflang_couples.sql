/*
One row per two different URLs at least one of which names the other, the one of the lower key
first: both directions of a link in one row, so that no join has to find the way back. `forth` tells
of the links from `low_key` to `high_key`, `back` of those from `high_key` to `low_key`.

`..._judged`: from a page of hreflang_pages. `..._in_sitemap`, `..._on_page`: where it is annotated; neither is
true where there is no such link. `..._is_default`: x-default is among its codes. `..._agrees`: one of
them is one that the target gives itself. `..._first` and `..._last`: numbers of hreflang_codes.
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
