/*
The clicks of URLs with an error that is no consequence, and the number of these.
*/
SELECT
    SUM(search.clicks) AS clicks,
    COUNT(*) AS urls
FROM reported_url_findings AS found
INNER JOIN search_urls AS search ON found.url = search.url
WHERE found.own_rank = 1 AND search.clicks > 0
