/*
One row per cause why URLs were not checked, most URLs first.
*/
SELECT
    kind,
    reason,
    is_known,
    COUNT(DISTINCT url) AS urls
FROM not_checked
GROUP BY kind, reason, is_known
ORDER BY urls DESC, kind ASC, reason ASC, is_known ASC
