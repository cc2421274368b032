/*
The first three URLs that the audit found indexable, by whether Google has crawled them since their
lastmod (NULL: not known), with the number of all of them.
*/
WITH ranked AS (
    SELECT
        url,
        lastmod,
        CAST(CAST(last_crawled_at AS DATE) AS VARCHAR) AS crawled_on,
        crawl,
        COUNT(*) OVER (PARTITION BY crawl) AS urls,
        ROW_NUMBER() OVER (
            PARTITION BY crawl ORDER BY COALESCE(clicks, 0) DESC, url ASC
        ) AS place
    FROM reported_indexing
    WHERE is_indexable
)

SELECT
    crawl,
    urls,
    url,
    lastmod,
    crawled_on
FROM ranked
WHERE place <= 3
ORDER BY place
