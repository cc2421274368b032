/*
The URLs to submit of a host.
*/
SELECT url FROM submitted_urls
WHERE host = $host
ORDER BY url
