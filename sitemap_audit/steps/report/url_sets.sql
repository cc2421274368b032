/*
One row per combination of what the sources say of a URL, those of most URLs first.
*/
SELECT
    code,
    COUNT(*) AS urls,
    COUNT(*) FILTER (WHERE is_indexable) AS indexable,
    COUNT(*) FILTER (WHERE NOT is_indexable) AS not_indexable,
    SUM(clicks) AS clicks
FROM reported_sources
GROUP BY code
ORDER BY urls DESC, code ASC
