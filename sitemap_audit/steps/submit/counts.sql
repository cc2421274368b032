/*
The numbers of URLs to submit, by change.
*/
SELECT
    change,
    COUNT(*) AS urls
FROM submitted_urls
GROUP BY change
ORDER BY change
