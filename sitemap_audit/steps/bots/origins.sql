/*
One row per origin with listed URLs: what its robots.txt says, its URLs, and one of them.
*/
SELECT
    bot_urls.origin,
    MIN(robots.policy) AS policy,
    COUNT(*) AS urls,
    MIN(bot_urls.url) AS example
FROM bot_urls
LEFT JOIN robots ON bot_urls.origin = robots.origin
GROUP BY bot_urls.origin
ORDER BY bot_urls.origin
