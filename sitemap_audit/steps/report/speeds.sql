/*
How many listed URLs are in each class of time to the first byte; 1 is the fastest.
*/
WITH fetched AS (
    SELECT pages.latency
    FROM listed
    INNER JOIN pages ON listed.url_key = pages.url_key
    WHERE pages.latency IS NOT NULL
)

SELECT
    CASE
        WHEN latency < $below_1 THEN 1
        WHEN latency < $below_2 THEN 2
        WHEN latency < $below_3 THEN 3
        WHEN latency < $below_4 THEN 4
        WHEN latency < $below_5 THEN 5
        ELSE 6
    END AS speed,
    COUNT(*) AS urls
FROM fetched
GROUP BY speed
