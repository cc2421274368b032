/*
How many of these faults are of a check that both audits ran over the same scope.
*/
SELECT COUNT(*) AS faults
FROM only_told
WHERE is_same_check
