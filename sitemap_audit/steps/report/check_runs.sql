/*
The checks that ran.
*/
SELECT "check" FROM check_runs
