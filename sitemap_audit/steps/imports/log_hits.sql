/*
One row per URL, bot, status and day of a log, with its requests. Where the IP addresses are
doubtful, nobody is told to be a fake bot.
*/
WITH told AS (
    SELECT
        url,
        url_key,
        url_near_key,
        bot,
        CASE WHEN $is_doubtful AND verified = 'no' THEN 'claimed' ELSE verified END AS verified,
        status,
        day,
        hits
    FROM counts
)

SELECT
    CAST($file_id AS BIGINT) AS file_id,
    url,
    url_key,
    url_near_key,
    bot,
    verified,
    status,
    day,
    CAST(SUM(hits) AS BIGINT) AS hits
FROM told
GROUP BY url, url_key, url_near_key, bot, verified, status, day
