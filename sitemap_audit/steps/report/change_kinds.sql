/*
One row per check of changes, the most severe first, with what its changes affect.
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
),

found AS (
    SELECT
        "check",
        COUNT(DISTINCT affected) AS urls,
        COUNT(DISTINCT CASE WHEN told_with IS NULL THEN affected END) AS own
    FROM told
    GROUP BY "check"
)

SELECT
    run."check",
    run.title,
    run.severity,
    COALESCE(found.urls, 0) AS urls,
    COALESCE(found.own, 0) AS own,
    run.looked_at - run."unknown" AS compared,
    run."unknown" AS not_compared,
    run.unknown_reasons
FROM change_runs AS run
LEFT JOIN found ON run."check" = found."check"
ORDER BY run.rank ASC, urls DESC, run."check" ASC
