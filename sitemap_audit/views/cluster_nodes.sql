/*
One row per URL at either end of a hreflang annotation in effect that is not x-default. `node`
numbers them from 0, in the order of the URLs.
*/
WITH ends AS (
    SELECT url_key
    FROM hreflang_links
    WHERE code <> 'x-default'
    UNION
    SELECT alternate_key AS url_key
    FROM hreflang_links
    WHERE code <> 'x-default'
)

SELECT
    ROW_NUMBER() OVER (ORDER BY named.url ASC, named.url_key ASC) - 1 AS node,
    named.url_key,
    named.url
FROM ends
INNER JOIN hreflang_urls AS named ON ends.url_key = named.url_key
