/*
One row per listed URL, with its origin and its path as LIKE patterns match it.

`_` and `%` are wildcards of LIKE, `\` is an escape in Spark's, and `$` is at the end of a rule:
control characters, which stand for them, are in no URL in normal form.
*/
WITH placed AS (
    SELECT
        url,
        CONCAT(SPLIT_PART(url, '/', 1), '//', SPLIT_PART(url, '/', 3)) AS origin
    FROM listed
)

SELECT
    origin,
    url,
    CONCAT(
        TRANSLATE(
            SUBSTR(url, LENGTH(origin) + 1), '_%' || CHR(92), CHR(6) || CHR(2) || CHR(5)
        ),
        CHR(3)
    ) AS path
FROM placed
ORDER BY origin
