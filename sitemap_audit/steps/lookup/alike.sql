/*
The variants among them.
*/
SELECT url
FROM near_urls
WHERE is_alike
ORDER BY url
