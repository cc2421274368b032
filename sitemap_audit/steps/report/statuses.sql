/*
How many listed URLs have each status code, or had no response, by why.
*/
SELECT
    status,
    COUNT(*) AS urls
FROM reported_urls
WHERE entries > 0
GROUP BY status
ORDER BY status
