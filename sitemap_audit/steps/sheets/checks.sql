/*
One row per check with findings, with their number, in the order in which the sheet of findings has
them: those of a check stand together.
*/
SELECT
    "check",
    COUNT(*) AS findings
FROM reported_findings
GROUP BY "check", rank
ORDER BY rank, MIN(number)
