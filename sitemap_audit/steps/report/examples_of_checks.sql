/*
One row per check with findings: one of what it is about, the URLs of hosts that it keeps out of the
index, and its consequences.
*/
WITH found AS (
    SELECT
        "check",
        MIN(COALESCE(NULLIF(about, ''), observed)) AS example,
        COUNT(root_id) AS folded
    FROM reported_findings
    GROUP BY "check"
),

kept_out AS (
    SELECT
        "check",
        CAST(SUM(host_urls) AS BIGINT) AS urls
    FROM causes
    GROUP BY "check"
)

SELECT
    found."check",
    found.example,
    kept_out.urls,
    found.folded
FROM found
LEFT JOIN kept_out ON found."check" = kept_out."check"
