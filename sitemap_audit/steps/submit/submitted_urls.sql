/*
One row per URL to submit, with its change: added | changed | removed.

hreflang is compared by the sums of its annotations: the baseline has no others.
*/
WITH altered AS (
    SELECT url FROM changes
    UNION
    SELECT page.url
    FROM compared_hreflang AS pairs
    INNER JOIN compared_urls AS page ON pairs.url_key = page.url_key
    WHERE pairs.may_differ AND pairs.unknown_reason IS NULL
),

told AS (
    SELECT
        url,
        'added' AS change
    FROM compared_urls
    WHERE
        is_listed
        AND ((NOT was_listed AND listing_unknown IS NULL) OR is_moved)
        AND url_key NOT IN (SELECT left_out_urls.url_key FROM left_out_urls)
    UNION ALL
    SELECT
        url,
        CASE WHEN status IN (404, 410) THEN 'removed' ELSE 'changed' END AS change
    FROM compared_urls
    WHERE
        is_listed
        AND was_listed
        AND NOT is_moved
        AND url IN (SELECT altered.url FROM altered)
        AND url_key NOT IN (SELECT failing_urls.url_key FROM failing_urls)
    UNION ALL
    SELECT
        url,
        'removed' AS change
    FROM compared_listings
    WHERE change = 'confirmed' AND unknown_reason IS NULL
)

SELECT
    url,
    MIN(change) AS change,
    SPLIT_PART(url, '/', 3) AS host
FROM told
GROUP BY url
