/*
---
row: url
rests_on: named
---
One row per URL that has an effective hreflang annotation or is the target of one; x-default is left
out.
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
    named.url_key,
    named.url
FROM ends
INNER JOIN hreflang_urls AS named ON ends.url_key = named.url_key
