/*
The lines of 'Do this first', each with its first cause.
*/
WITH issues AS (
    SELECT
        MIN(number) AS first_number,
        CAST(SUM(findings) AS BIGINT) AS findings
    FROM causes
    GROUP BY issue
),

explained AS (
    SELECT
        diagnosis_id,
        COUNT(DISTINCT "check") AS issues
    FROM findings
    WHERE diagnosis_id IS NOT NULL AND root_id IS NULL
    GROUP BY diagnosis_id
)

SELECT
    COALESCE(explained.issues, 1) AS issues,
    causes.issue_urls,
    causes.issue_host_urls,
    causes.issue_clicks,
    causes.issue_causes,
    causes.issue_folded,
    causes.issue_likely,
    causes.issue_sampled,
    issues.findings AS issue_findings,
    causes.number,
    causes."check",
    run.title,
    causes.step,
    causes.severity,
    causes.kind,
    causes.cause_by,
    causes.cause,
    causes.urls,
    causes.unit,
    causes.host_urls,
    causes.clicks,
    causes.findings,
    causes.folded,
    causes.entries,
    causes.patterns,
    causes.pattern,
    causes.url,
    causes.sitemap_url,
    causes.line,
    causes.related_url,
    causes.observed,
    causes.expected,
    causes.fix,
    causes.place,
    causes.file_place,
    causes.diagnosis,
    causes.statement,
    causes.certainty,
    causes."where",
    causes.likely
FROM causes
INNER JOIN check_runs AS run ON causes."check" = run."check"
INNER JOIN issues ON causes.number = issues.first_number
LEFT JOIN explained ON causes.diagnosis_id = explained.diagnosis_id
ORDER BY causes.number
LIMIT $rows
