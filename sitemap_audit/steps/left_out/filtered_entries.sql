/*
How many entries `sitemap_filter()` has left out.
*/
SELECT COUNT(*) AS entries FROM entries
WHERE filtered
