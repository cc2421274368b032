/*
One row per listed page of which it is not known where it redirects.
*/
SELECT
    url_key,
    unknown_reason
FROM listed_pages
WHERE state = 'unknown' AND unknown_reason IS NOT NULL
