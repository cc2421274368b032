/*
One row per page that returned 200 to 299 here, and a redirect or an error there.
*/
SELECT DISTINCT page.url
FROM pages_here AS page
INNER JOIN pages_there AS other ON page.url_key = other.url_key
WHERE page.status BETWEEN 200 AND 299 AND other.status >= 300
