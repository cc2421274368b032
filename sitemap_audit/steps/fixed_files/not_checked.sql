/*
The checks of missing pages that could not look at all of them.
*/
SELECT
    runs."check",
    runs."unknown",
    runs.unknown_reasons
FROM fix_runs AS runs
INNER JOIN fix_checks AS checks ON runs."check" = checks.name AND checks.adds IS NOT NULL
WHERE runs."unknown" > 0
ORDER BY runs."check"
