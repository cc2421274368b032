/*
One row per listed URL of an origin, before any rule was matched with it.
*/
SELECT
    url,
    path,
    CAST(NULL AS BIGINT) AS number
FROM bot_urls
WHERE origin = $origin
