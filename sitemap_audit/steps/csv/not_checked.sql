/*
One row per URL that the audit could not read.
*/
SELECT
    kind,
    reason,
    url,
    is_known
FROM not_checked
ORDER BY kind, reason, url
