/*
The sitemaps that list URLs.
*/
SELECT DISTINCT sitemap_url FROM entries
WHERE kind = 'url' AND url_key IS NOT NULL
ORDER BY sitemap_url
