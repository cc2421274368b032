/*
One row per such URL, with the number of other pages that link to it in one of these ways.
*/
SELECT
    linking_pages.url_key,
    MIN(pages.url_key) AS referrer_key,
    COUNT(*) AS inlinks
FROM linking_pages
INNER JOIN pages ON linking_pages.page_id = pages.id
WHERE pages.url_key <> linking_pages.url_key
GROUP BY linking_pages.url_key
