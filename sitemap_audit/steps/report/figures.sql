/*
The key figures, in the order of their class.
*/
WITH listed_urls AS (
    SELECT
        page.url_key,
        ledger.outcome,
        page.is_indexable,
        found.own_rank = 1 AS has_error
    FROM reported_urls AS page
    INNER JOIN ledger ON page.url = ledger.url AND ledger.outcome <> 'duplicate'
    LEFT JOIN reported_url_findings AS found ON page.url = found.url
    WHERE page.entries > 0
),

of_clusters AS (
    SELECT
        COUNT(is_complete) AS clusters,
        COUNT(*) FILTER (WHERE is_complete) AS complete
    FROM clusters
)

SELECT
    COUNT(listed_urls.url_key) AS urls_in_sitemaps,
    COUNT(listed_urls.is_indexable) AS checked,
    COUNT(*) FILTER (WHERE listed_urls.is_indexable) AS indexable,
    COUNT(*) FILTER (WHERE listed_urls.has_error) AS urls_with_error,
    COUNT(listed_urls.url_key) - COUNT(listed_urls.is_indexable) AS not_checked,
    COUNT(*) FILTER (
        WHERE listed_urls.is_indexable IS NULL AND listed_urls.outcome LIKE 'refused:%'
    ) AS refused,
    MAX(of_clusters.clusters) AS clusters,
    MAX(of_clusters.complete) AS clusters_complete
FROM of_clusters
LEFT JOIN listed_urls ON TRUE
