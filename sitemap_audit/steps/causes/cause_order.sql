/*
One row per cause, with what decides on its place, and its issue's numbers.

`tier`: 1 errors, 2 warnings, 3 what is in sitemaps that nothing names, 4 notices. `kept_from`:
index | language. `clicks`: NULL if they are not known.
*/
WITH of_causes AS (
    SELECT
        issue,
        cause_by,
        cause,
        SUM(clicks) AS clicks
    FROM affected
    GROUP BY issue, cause_by, cause
),

of_issue AS (
    SELECT DISTINCT
        issue,
        affected,
        clicks
    FROM affected
),

of_issues AS (
    SELECT
        issue,
        COUNT(*) AS urls,
        SUM(clicks) AS clicks
    FROM of_issue
    GROUP BY issue
),

placed AS (
    SELECT
        issue,
        cause_by,
        cause,
        folded,
        likely,
        urls_told,
        host_urls,
        clicks_of_host,
        is_unnamed,
        CASE severity WHEN 'error' THEN 1 WHEN 'warning' THEN 2 ELSE 4 END AS severity_tier,
        CASE
            WHEN keeps_out IS NOT NULL THEN 'index'
            WHEN SPLIT_PART("check", '/', 1) = 'hreflang' THEN 'language'
        END AS kept_from
    FROM grouped_causes
)

SELECT
    placed.issue,
    placed.cause_by,
    placed.cause,
    CASE WHEN placed.is_unnamed THEN 3 ELSE placed.severity_tier END AS tier,
    placed.severity_tier,
    placed.kept_from,
    CAST(COALESCE(placed.clicks_of_host, of_causes.clicks) AS BIGINT) AS clicks,
    COUNT(*) OVER (PARTITION BY placed.issue) AS issue_causes,
    CAST(SUM(placed.folded) OVER (PARTITION BY placed.issue) AS BIGINT) AS issue_folded,
    CAST(SUM(placed.likely) OVER (PARTITION BY placed.issue) AS BIGINT) AS issue_likely,
    COUNT(placed.likely) OVER (PARTITION BY placed.issue) AS issue_sampled,
    CAST(COALESCE(
        SUM(placed.urls_told) OVER (PARTITION BY placed.issue), of_issues.urls
    ) AS BIGINT) AS issue_urls,
    CAST(SUM(placed.host_urls) OVER (PARTITION BY placed.issue) AS BIGINT) AS issue_host_urls,
    CAST(COALESCE(
        SUM(placed.clicks_of_host) OVER (PARTITION BY placed.issue), of_issues.clicks
    ) AS BIGINT) AS issue_clicks
FROM placed
INNER JOIN of_issues ON placed.issue = of_issues.issue
INNER JOIN of_causes
    ON
        placed.issue = of_causes.issue
        AND placed.cause_by = of_causes.cause_by
        AND placed.cause = of_causes.cause
