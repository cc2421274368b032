/*
The checks of changes that ran.
*/
SELECT
    "check",
    title
FROM change_runs
