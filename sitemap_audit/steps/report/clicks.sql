/*
The known clicks of all URLs of the site, and the number of these.
*/
SELECT
    SUM(clicks) AS clicks,
    COUNT(clicks) AS urls
FROM search_urls
WHERE clicks IS NOT NULL
