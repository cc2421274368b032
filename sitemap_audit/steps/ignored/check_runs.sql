/*
One row per run of a check, without the findings that rules leave out.
*/
WITH ignored AS (
    SELECT
        "check",
        COUNT(*) AS findings
    FROM ignored_findings
    GROUP BY "check"
)

SELECT
    run."check",
    run.title,
    run.severity,
    run.rank,
    run.subject,
    run.unit,
    CASE WHEN run.found = ignored.findings THEN 'passed' ELSE run.outcome END AS outcome,
    run.found - COALESCE(ignored.findings, 0) AS found,
    run.looked_at,
    run."unknown",
    run.seconds,
    run.error,
    run.unknown_reasons,
    run.definition
FROM check_runs AS run
LEFT JOIN ignored ON run."check" = ignored."check"
