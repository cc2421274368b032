/*
One row per Content-Usage rule that applies to URLs that are not blocked: the URLs, and one of them.
*/
SELECT
    matched.number,
    COUNT(*) AS urls,
    MIN(matched.url) AS example
FROM bot_matches AS matched
INNER JOIN bot_crawled ON matched.url = bot_crawled.url
WHERE matched.number IS NOT NULL
GROUP BY matched.number
ORDER BY matched.number
