/*
The checks that ended with an error.
*/
SELECT "check" FROM check_runs
WHERE outcome = 'error'
ORDER BY "check"
