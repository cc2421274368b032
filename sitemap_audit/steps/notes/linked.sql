/*
The number of URLs with internal links, of those in no sitemap, and of these that were fetched.
*/
WITH targets AS (
    SELECT
        target.url_key IN (SELECT listed.url_key FROM listed) AS is_listed,
        target.url_key IN (
            SELECT pages.url_key FROM pages
            WHERE pages.status IS NOT NULL)
            AS is_fetched
    FROM link_targets AS target
)

SELECT
    COUNT(*) AS urls,
    COUNT(CASE WHEN NOT is_listed THEN 1 END) AS unlisted,
    COUNT(CASE WHEN NOT is_listed AND is_fetched THEN 1 END) AS fetched
FROM targets
