/*
How many checks ran in both audits in the same way, how many others, and how many of these for
errors.
*/
WITH ran AS (
    SELECT
        MIN(COALESCE(now.severity, before.severity)) AS severity,
        COALESCE(
            BOOL_OR(
                now.definition = before.definition
                AND now.outcome <> 'error'
                AND before.outcome <> 'error'
            ),
            FALSE
        ) AS is_same
    FROM ran_now AS now
    FULL OUTER JOIN ran_before AS before ON now."check" = before."check"
    GROUP BY COALESCE(now."check", before."check")
)

SELECT
    COUNT(CASE WHEN is_same THEN 1 END) AS alike,
    COUNT(CASE WHEN NOT is_same THEN 1 END) AS others,
    COUNT(CASE WHEN NOT is_same AND severity = 'error' THEN 1 END) AS others_for_errors
FROM ran
