/*
How many findings there are of each severity.
*/
SELECT
    run.severity,
    COUNT(*) AS findings
FROM findings AS found
INNER JOIN check_runs AS run ON found."check" = run."check"
GROUP BY run.severity
