/*
The checks of changes that ended with an error.
*/
SELECT
    "check",
    error
FROM change_runs
WHERE outcome = 'error'
