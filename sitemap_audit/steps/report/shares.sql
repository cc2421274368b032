/*
One row per sitemap with its URLs, those with the lowest share of indexable ones first.
*/
WITH shares AS (
    SELECT
        sitemap_url,
        MAX(urls) AS urls,
        MAX(judged) AS judged,
        MAX(not_indexable) AS not_indexable
    FROM sitemap_shares
    GROUP BY sitemap_url
)

SELECT
    sitemap_url,
    urls,
    judged,
    not_indexable
FROM shares
ORDER BY (judged - not_indexable) / urls, urls DESC, sitemap_url ASC
LIMIT $rows
