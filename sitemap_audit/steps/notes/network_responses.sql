/*
Origins of which at least half of the responses come from a proxy or the network of this machine,
with the number of these, of all, and a status.
*/
WITH fetched AS (
    SELECT
        status,
        CONCAT(SPLIT_PART(url, '/', 1), '//', SPLIT_PART(url, '/', 3)) AS origin
    FROM pages
)

SELECT
    page.origin,
    COUNT(CASE WHEN code.meaning = 'network' THEN 1 END) AS responses,
    COUNT(*) AS pages,
    MIN(CASE WHEN code.meaning = 'network' THEN page.status END) AS status
FROM fetched AS page
INNER JOIN status_codes AS code ON page.status = code.status
GROUP BY page.origin
HAVING 2 * COUNT(CASE WHEN code.meaning = 'network' THEN 1 END) >= COUNT(*)
ORDER BY page.origin
