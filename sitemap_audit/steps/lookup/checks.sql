/*
One row per check that has run.
*/
SELECT "check"
FROM check_runs
