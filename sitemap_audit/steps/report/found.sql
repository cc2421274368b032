/*
How many findings, or changes, each check has.
*/
SELECT
    "check",
    found
FROM check_runs
UNION ALL
SELECT
    "check",
    COUNT(*) AS found
FROM changes
GROUP BY "check"
