/*
How many findings are new, by their check.
*/
SELECT
    kind,
    COUNT(*) AS findings
FROM changes
WHERE state = 'new'
GROUP BY kind
