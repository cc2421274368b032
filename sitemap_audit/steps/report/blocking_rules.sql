/*
The rules that block most URLs of each bot.
*/
WITH placed AS (
    SELECT
        number,
        rule,
        line,
        robots_url,
        blocked,
        example,
        ROW_NUMBER() OVER (
            PARTITION BY number ORDER BY blocked DESC, robots_url ASC, line ASC
        ) AS place
    FROM bot_access
    WHERE blocked > 0
)

SELECT
    number,
    rule,
    line,
    robots_url,
    blocked,
    example
FROM placed
WHERE place <= $rows
ORDER BY number, place
