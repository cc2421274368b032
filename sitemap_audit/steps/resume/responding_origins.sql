/*
One row per origin of a listed page that returned 200.
*/
SELECT DISTINCT REGEXP_EXTRACT(url, '^https?://[^/]+') AS origin
FROM pages
WHERE role = 'listed' AND status = 200
