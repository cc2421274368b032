/*
The number of pages from Scrapy's HTTP cache, and the first and the last date of these.
*/
SELECT
    COUNT(*) AS pages,
    MIN(cached_at) AS first_date,
    MAX(cached_at) AS last_date
FROM pages
WHERE cached_at IS NOT NULL
