/*
One row per pair in the workbook: those with problems first, in the order of their URLs.
*/
WITH chosen AS (
    SELECT
        url_key,
        alternate_key,
        code,
        state,
        why,
        in_sitemap,
        on_page
    FROM reported_pairs
    ORDER BY state IN ('valid', 'page not indexable'), url_key, alternate_key
    LIMIT $rows
)

SELECT
    source.url,
    source.self_code,
    target.url AS alternate,
    chosen.code,
    chosen.state,
    chosen.why,
    CASE WHEN chosen.in_sitemap THEN 'yes' ELSE 'no' END AS in_sitemap,
    CASE WHEN chosen.on_page THEN 'yes' ELSE 'no' END AS on_page
FROM chosen
INNER JOIN hreflang_ends AS source ON chosen.url_key = source.url_key
INNER JOIN hreflang_ends AS target ON chosen.alternate_key = target.url_key
ORDER BY source.url, chosen.code, target.url
