/*
One row with the limit of URLs, if it was reached.
*/
SELECT COALESCE(max_urls, 0) AS max_urls
FROM run
WHERE limit_reached
