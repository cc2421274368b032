/*
How many checks could not run.
*/
SELECT COUNT(*) AS checks FROM check_runs
WHERE outcome = 'error'
