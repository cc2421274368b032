/*
---
row: audit
rests_on: others
---
One row: how much of the imported access logs was not read.

`unknown_reason`: as-N%-of-log-lines-were-not-read-or-have-no-user-agent, if that is more than 0.1%
of their lines: requests of bots may be missing. NULL otherwise. `googlebot_lines`: lines that were
not read and name Googlebot.
*/
WITH counted AS (
    SELECT
        NULLIF(SUM(imported_files."rows"), 0) AS log_lines,
        SUM(imported_files.unread) AS unread_lines,
        SUM(imported_files.unread_googlebot) AS googlebot_lines
    FROM imported_files
    WHERE imported_files.product = 'access-log'
)

SELECT
    CASE
        WHEN unread_lines * 1000 > log_lines
            THEN CONCAT(
                'as-',
                CASE
                    WHEN unread_lines * 100 < log_lines THEN 'under-1'
                    ELSE CAST(CAST(FLOOR(1e2 * unread_lines / log_lines) AS BIGINT) AS VARCHAR)
                END,
                '%-of-log-lines-were-not-read-or-have-no-user-agent'
            )
    END AS unknown_reason,
    CAST(COALESCE(googlebot_lines, 0) AS BIGINT) AS googlebot_lines
FROM counted
