/* One row per check that has found something. */
SELECT DISTINCT "check"
FROM findings
