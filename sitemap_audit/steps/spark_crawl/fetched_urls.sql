/*
How many URLs have been fetched.
*/
SELECT COUNT(DISTINCT url_key) AS urls
FROM pages
