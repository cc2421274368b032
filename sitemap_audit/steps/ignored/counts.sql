/*
One row per rule that leaves out findings, with their number.
*/
SELECT
    rule,
    COUNT(*) AS findings
FROM ignored_findings
GROUP BY rule
