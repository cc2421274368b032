/*
The number of pages that are added, by file.
*/
SELECT
    sitemap_id,
    COUNT(*) AS pages
FROM fix_added
GROUP BY sitemap_id
