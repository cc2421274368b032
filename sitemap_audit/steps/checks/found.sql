/*
One row per check that has found something: how often.
*/
SELECT
    "check",
    COUNT(*) AS findings
FROM found
GROUP BY "check"
