/*
How much is affected, by unit, each once: of a severity, of a severity and subject, of a check.

The linter does not know GROUPING SETS.
*/
SELECT
    severity,
    subject,
    "check",
    unit,
    COUNT(DISTINCT affected) AS affected
FROM reported_findings
WHERE root_id IS NULL
GROUP BY GROUPING SETS ((severity, unit), (severity, subject, unit), ("check", unit)) -- noqa
