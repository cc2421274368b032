/*
One row per listed URL of an origin, with the number of the first rule without a wildcard that
applies to it.
*/
WITH urls AS (
    SELECT
        url,
        path
    FROM bot_urls
    WHERE origin = $origin
),

lengths AS (
    SELECT DISTINCT LENGTH(beginning) AS characters
    FROM bot_rules
),

matched AS (
    SELECT
        urls.url,
        MIN(bot_rules.number) AS number
    FROM urls
    CROSS JOIN lengths
    INNER JOIN bot_rules
        ON SUBSTR(urls.path, 1, lengths.characters) = bot_rules.beginning
    GROUP BY urls.url
)

SELECT
    urls.url,
    urls.path,
    matched.number
FROM urls
LEFT JOIN matched ON urls.url = matched.url
