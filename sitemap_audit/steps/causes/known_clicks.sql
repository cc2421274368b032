/* One row per URL of imported lists of which the clicks in search results are known. */
SELECT
    url,
    MAX(clicks) AS clicks
FROM search_urls
WHERE clicks IS NOT NULL
GROUP BY url
