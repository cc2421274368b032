/*
One row per sitemap and sitemap that it leads to, if that one leads to another.
*/
SELECT
    from_key,
    to_key
FROM sitemap_links
WHERE to_key IN (SELECT further.from_key FROM sitemap_links AS further)
