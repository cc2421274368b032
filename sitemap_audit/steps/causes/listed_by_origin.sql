/*
One row per origin with listed URLs. `urls`: how many; `kept_out`: those of them that the audit has
not found indexable, and `clicks` of these: what a fault loses that keeps the origin out of the
index.
*/
WITH indexable AS (
    SELECT DISTINCT url_key
    FROM indexability
    WHERE is_indexable
)

SELECT
    CONCAT(SPLIT_PART(listed.url, '/', 1), '//', SPLIT_PART(listed.url, '/', 3)) AS origin,
    COUNT(*) AS urls,
    COUNT(CASE WHEN indexable.url_key IS NULL THEN 1 END) AS kept_out,
    SUM(CASE WHEN indexable.url_key IS NULL THEN known.clicks END) AS clicks
FROM listed
LEFT JOIN indexable ON listed.url_key = indexable.url_key
LEFT JOIN known_clicks AS known ON listed.url = known.url
GROUP BY CONCAT(SPLIT_PART(listed.url, '/', 1), '//', SPLIT_PART(listed.url, '/', 3))
