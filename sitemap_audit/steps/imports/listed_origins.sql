/*
The origins of the URLs in the sitemaps, those with most URLs first.
*/
SELECT
    SPLIT_PART(url, '/', 1) AS scheme,
    SPLIT_PART(url, '/', 3) AS host
FROM stored_entries
WHERE url IS NOT NULL
GROUP BY SPLIT_PART(url, '/', 1), SPLIT_PART(url, '/', 3)
ORDER BY COUNT(*) DESC, scheme, host ASC
