/*
One row per URL that the options leave out.
*/
SELECT url_key
FROM left_out
ORDER BY url_key
