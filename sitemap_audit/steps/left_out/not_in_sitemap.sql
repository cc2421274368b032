/*
One row per URL that only such sitemaps list.
*/
WITH placed AS (
    SELECT
        entries.url_key,
        other_sitemaps.sitemap_url AS other
    FROM entries
    LEFT JOIN other_sitemaps ON entries.sitemap_url = other_sitemaps.sitemap_url
    LEFT JOIN left_out ON entries.url_key = left_out.url_key
    WHERE
        entries.kind = 'url'
        AND entries.url_key IS NOT NULL
        AND left_out.url_key IS NULL
)

SELECT
    url_key,
    $why AS reason
FROM placed
GROUP BY url_key
HAVING COUNT(*) = COUNT(other)
