/*
One row per such URL of a sitemap after those that the limit allows there, and of all sitemaps after
it.
*/
WITH numbered AS (
    SELECT
        url_key,
        sitemap_id,
        ROW_NUMBER() OVER (PARTITION BY sitemap_id ORDER BY position) AS place
    FROM not_asked
    WHERE sitemap_id >= $sitemap
)

SELECT url_key
FROM numbered
WHERE sitemap_id > $sitemap OR place > $allowed
