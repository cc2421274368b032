/*
Sitemaps that were too slow or too large to read whole.
*/
SELECT
    url,
    stopped_by
FROM sitemaps
WHERE stopped_by IN ('time', 'long-entry')
ORDER BY url
