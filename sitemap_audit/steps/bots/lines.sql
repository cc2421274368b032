/*
One row per line of a robots.txt with rules, of an origin with listed URLs.
*/
WITH named AS (
    SELECT DISTINCT CONCAT(SPLIT_PART(url, '/', 1), '//', SPLIT_PART(url, '/', 3)) AS origin
    FROM listed
)

SELECT
    origin,
    number,
    "offset",
    field,
    value
FROM robots_lines
WHERE
    "offset" IS NOT NULL
    AND value IS NOT NULL
    AND origin IN (
        SELECT robots.origin
        FROM robots
        INNER JOIN named ON robots.origin = named.origin
        WHERE robots.policy = 'rules'
    )
ORDER BY origin, number
