/*
How many requests were sent for pages and for sitemaps, with those that were sent again.
*/
WITH of_pages AS (
    SELECT COALESCE(SUM(attempts), 0) AS requests FROM pages
),

of_sitemaps AS (
    SELECT COALESCE(SUM(attempts), 0) AS requests FROM sitemaps
)

SELECT
    of_pages.requests AS of_pages,
    of_sitemaps.requests AS of_sitemaps
FROM of_pages
CROSS JOIN of_sitemaps
