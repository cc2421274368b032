/*
Origins whose bot protection blocked pages.
*/
SELECT
    origin,
    blocked,
    pages
FROM hosts
WHERE has_bot_protection
ORDER BY origin
