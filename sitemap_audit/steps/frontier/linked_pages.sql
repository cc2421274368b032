/*
The number of done pages that only an internal link leads to; what robots.txt disallows counts in no
limit.
*/
SELECT COUNT(*) AS pages
FROM pages
INNER JOIN done_pages ON pages.url_key = done_pages.url_key
WHERE pages.role = 'linked' AND COALESCE(pages.error, '') <> 'disallowed'
