/*
Whether no IP address is of a bot, though some were looked at: the log may have those of a CDN
instead of its visitors.
*/
SELECT
    SUM(CASE WHEN verified = 'yes' THEN 1 ELSE 0 END) = 0
    AND SUM(CASE WHEN verified = 'no' THEN 1 ELSE 0 END) > 0 AS is_doubtful
FROM counts
