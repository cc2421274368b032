/*
One row per listed URL that robots.txt allows or disallows, as `VERDICT_OF` has it: robots, line and
rule, each on a line.
*/
WITH matched AS (
    SELECT
        listed.url_key,
        listed.url,
        VERDICT_OF(listed.url) AS verdict
    FROM listed
    LEFT JOIN left_out ON listed.url_key = left_out.url_key
    WHERE left_out.url_key IS NULL
)

SELECT
    url_key,
    url,
    SPLIT_PART(verdict, CHR(10), 1) AS robots,
    NULLIF(SPLIT_PART(verdict, CHR(10), 3), '') AS rule,
    TRY_CAST(SPLIT_PART(verdict, CHR(10), 2) AS BIGINT) AS line
FROM matched
WHERE verdict <> ''
