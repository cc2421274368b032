/*
The URLs of sitemaps that an index lists.
*/
SELECT DISTINCT url FROM entries
WHERE kind = 'sitemap'
