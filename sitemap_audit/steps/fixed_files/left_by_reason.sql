/*
The numbers of findings that are not corrected, by reason and check, the most first.
*/
SELECT
    reason,
    "check",
    COUNT(*) AS findings
FROM fix_left
GROUP BY reason, "check"
ORDER BY COUNT(*) DESC, "check", reason ASC
