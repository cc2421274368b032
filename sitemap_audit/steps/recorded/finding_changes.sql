/*
How many findings came or went since the previous audit, by severity.
*/
SELECT
    severity,
    COUNT(*) AS findings
FROM finding_changes
WHERE (change = 'resolved') = $is_gone AND is_known = $is_known
GROUP BY severity
