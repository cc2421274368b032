/*
One row per URL at either end of a hreflang annotation in effect that is not x-default. `node`
numbers them from 0, in the order of the URLs.
*/
WITH ends AS (
    SELECT
        url_key,
        MIN(url) AS url
    FROM hreflang_links
    WHERE code <> 'x-default'
    GROUP BY url_key
    UNION ALL
    SELECT
        alternate_key AS url_key,
        MIN(alternate) AS url
    FROM hreflang_links
    WHERE code <> 'x-default'
    GROUP BY alternate_key
)

SELECT
    ROW_NUMBER() OVER (ORDER BY MIN(url), url_key) - 1 AS node,
    url_key,
    MIN(url) AS url
FROM ends
GROUP BY url_key
