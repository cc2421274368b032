/*
The pages that are added to a file.
*/
SELECT
    url,
    "check",
    lastmod,
    links
FROM fix_added
WHERE sitemap_id = $id
ORDER BY url
