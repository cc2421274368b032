/*
One row per page that need not be fetched again, in the order in which keys are inserted fastest.
*/
SELECT url_key
FROM done_pages
ORDER BY url_key
