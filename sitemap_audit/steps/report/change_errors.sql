/*
How many checks of changes could not run.
*/
SELECT COUNT(*) AS checks FROM change_runs
WHERE outcome = 'error'
