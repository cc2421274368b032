/*
The numbers of URLs that are not submitted, by reason.
*/
SELECT
    'not_compared' AS reason,
    COUNT(*) AS urls
FROM compared_urls
WHERE unknown_reason IS NOT NULL AND is_listed AND was_listed
UNION ALL
SELECT
    'listing_unknown' AS reason,
    COUNT(*) AS urls
FROM compared_urls
WHERE listing_unknown IS NOT NULL
UNION ALL
SELECT
    'unconfirmed' AS reason,
    COUNT(*) AS urls
FROM compared_listings
WHERE change = 'removed' AND unknown_reason IS NULL
UNION ALL
SELECT
    'not_indexable' AS reason,
    COUNT(*) AS urls
FROM left_out_urls
UNION ALL
SELECT
    'failing' AS reason,
    COUNT(*) AS urls
FROM compared_urls
WHERE
    is_listed
    AND was_listed
    AND unknown_reason IS NULL
    AND url_key IN (SELECT failing_urls.url_key FROM failing_urls)
