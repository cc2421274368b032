/*
The number of listed URLs by origin.
*/
WITH urls AS (
    SELECT CONCAT(SPLIT_PART(url, '/', 1), '//', SPLIT_PART(url, '/', 3)) AS origin
    FROM listed
)

SELECT
    origin,
    COUNT(*) AS urls
FROM urls
GROUP BY origin
