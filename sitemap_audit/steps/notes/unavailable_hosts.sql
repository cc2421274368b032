/*
Origins that returned only 503 and 429.
*/
SELECT
    origin,
    listed_urls
FROM hosts
WHERE unavailable AND NOT given_up
ORDER BY origin
