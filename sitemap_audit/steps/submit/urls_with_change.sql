/*
The URLs to submit with a change.
*/
SELECT url FROM submitted_urls
WHERE change = $change
ORDER BY url
