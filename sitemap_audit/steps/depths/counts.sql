/*
One row per URL that links lead to, with the number of pages that link to it.
*/
SELECT
    outlinks.target_key AS url_key,
    MIN(pages.url_key) AS referrer_key,
    COUNT(*) AS inlinks
FROM outlinks
INNER JOIN pages ON outlinks.page_id = pages.id
GROUP BY outlinks.target_key
