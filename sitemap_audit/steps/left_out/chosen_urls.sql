/*
One row per URL of the sample, with the size of its stratum.
*/
WITH ranked AS (
    SELECT
        url_key,
        sitemap_url,
        pattern,
        ROW_NUMBER() OVER (
            PARTITION BY sitemap_url, pattern
            ORDER BY SUBSTRING(MD5(CONCAT($seed, ':', url_key)), 1, 12), url_key
        ) AS place
    FROM strata
),

sizes AS (
    SELECT
        sitemap_url,
        pattern,
        COUNT(*) AS urls
    FROM strata
    GROUP BY sitemap_url, pattern
)

SELECT
    ranked.url_key,
    ranked.sitemap_url,
    ranked.pattern,
    sizes.urls
FROM ranked
INNER JOIN sizes
    ON ranked.sitemap_url = sizes.sitemap_url AND ranked.pattern = sizes.pattern
ORDER BY
    CASE WHEN ranked.place > 1 THEN 1 ELSE 0 END,
    CAST(2 * ranked.place - 1 AS DOUBLE) / sizes.urls,
    ranked.url_key
LIMIT $most
