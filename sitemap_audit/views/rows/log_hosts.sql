/*
---
row: host
rests_on: others
---
One row per host (without `www.`) of imported access logs.

`first_day`, `last_day`: of all requests; `day_count`: number of days with a request, by whomever.
`googlebot_hits`: requests of Googlebot, without spoofed ones. `unknown_reason`: why a URL without a
request of Googlebot may have one: no-googlebot-in-logs | log-truncated | as in log_gaps |
as-log-lines-of-Googlebot-were-not-read | log-outdated (it ends more than 30 days before the audit);
NULL if it has none in these days.
*/
WITH days AS (
    SELECT
        REGEXP_REPLACE(SPLIT_PART(url, '/', 3), '^www[.]', '') AS host,
        day,
        SUM(
            CASE
                WHEN bot = 'Googlebot' AND COALESCE(verified, 'claimed') <> 'no' THEN hits
                ELSE 0
            END
        ) AS googlebot_hits
    FROM log_hits
    GROUP BY REGEXP_REPLACE(SPLIT_PART(url, '/', 3), '^www[.]', ''), day
),

truncated AS (
    SELECT COUNT(*) AS files
    FROM imported_files
    WHERE product = 'access-log' AND read_until IS NOT NULL
),

hosts_logged AS (
    SELECT
        host,
        MIN(day) AS first_day,
        MAX(day) AS last_day,
        COUNT(*) AS day_count,
        CAST(SUM(googlebot_hits) AS BIGINT) AS googlebot_hits
    FROM days
    GROUP BY host
)

SELECT
    hosts_logged.host,
    hosts_logged.first_day,
    hosts_logged.last_day,
    hosts_logged.day_count,
    hosts_logged.googlebot_hits,
    CASE
        WHEN hosts_logged.googlebot_hits = 0 THEN 'no-googlebot-in-logs'
        WHEN truncated.files > 0 THEN 'log-truncated'
        WHEN log_gaps.unknown_reason IS NOT NULL THEN log_gaps.unknown_reason
        WHEN log_gaps.googlebot_lines > 0 THEN 'as-log-lines-of-Googlebot-were-not-read'
        WHEN hosts_logged.last_day < CAST(CAST(run.started_at - INTERVAL 30 DAY AS DATE) AS VARCHAR)
            THEN 'log-outdated'
    END AS unknown_reason
FROM hosts_logged
CROSS JOIN truncated
CROSS JOIN log_gaps
CROSS JOIN run
