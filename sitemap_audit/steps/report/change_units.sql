/*
What the changes affect that are not told with another one, by check and unit.
*/
WITH told AS (
    SELECT
        "check",
        unit,
        told_with,
        CASE unit
            WHEN 'host'
                THEN CONCAT(
                    SPLIT_PART(COALESCE(url, sitemap_url, related_url, ''), '/', 1),
                    '//',
                    SPLIT_PART(COALESCE(url, sitemap_url, related_url, ''), '/', 3)
                )
            ELSE COALESCE(url, sitemap_url, related_url, '')
        END AS affected
    FROM changes
)

SELECT
    "check",
    unit,
    COUNT(DISTINCT affected) AS affected
FROM told
WHERE told_with IS NULL
GROUP BY "check", unit
