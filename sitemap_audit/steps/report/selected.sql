/*
The URLs that the options chose, of those that they chose from, and what a sample says of all: the
shares of URLs that are indexable or have errors, by the weights of the sampled ones that were
checked.
*/
WITH listed_urls AS (
    SELECT
        page.url_key,
        page.is_indexable,
        found.own_rank = 1 AS has_error
    FROM reported_urls AS page
    INNER JOIN ledger ON page.url = ledger.url AND ledger.outcome <> 'duplicate'
    LEFT JOIN reported_url_findings AS found ON page.url = found.url
    WHERE page.entries > 0
),

chosen AS (
    SELECT
        listed_urls.is_indexable,
        listed_urls.has_error,
        left_out.reason,
        sampled.weight IS NOT NULL AS is_sampled,
        CASE WHEN listed_urls.is_indexable IS NOT NULL THEN sampled.weight END AS weight
    FROM listed_urls
    LEFT JOIN left_out ON listed_urls.url_key = left_out.url_key
    LEFT JOIN sampled ON listed_urls.url_key = sampled.url_key
    WHERE COALESCE(left_out.reason, 'not-sampled') IN ('not-sampled', 'not-modified')
)

SELECT
    COUNT(*) - COUNT(reason) AS urls,
    COUNT(*) AS of_urls,
    COUNT(*) FILTER (WHERE is_sampled) AS sampled,
    SUM(weight) AS weight,
    SUM(weight * weight) AS squares,
    SUM(CASE WHEN is_indexable THEN weight ELSE 0 END) / SUM(weight) AS indexable,
    SUM(CASE WHEN has_error THEN weight ELSE 0 END) / SUM(weight) AS urls_with_error
FROM chosen
