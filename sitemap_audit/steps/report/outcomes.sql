/*
How many locs had each outcome, most first.
*/
SELECT
    outcome,
    COUNT(*) AS locs
FROM ledger
GROUP BY outcome
ORDER BY locs DESC, outcome ASC
