/*
One row per URL to submit, those that the last submission left among them.
*/
SELECT
    url,
    change,
    host
FROM submitted_urls
UNION ALL
SELECT DISTINCT
    url,
    $change,
    SPLIT_PART(url, '/', 3) AS host
FROM left_urls
WHERE url NOT IN (SELECT submitted_urls.url FROM submitted_urls)
