/*
The number of inspections that the audit gets, of those the number since `$since`, and the days of
the first and the last.
*/
SELECT
    COUNT(*) AS urls,
    COUNT(*) FILTER (WHERE inspected_at >= $since) AS recent,
    CAST(MIN(CAST(inspected_at AS DATE)) AS VARCHAR) AS first_day,
    CAST(MAX(CAST(inspected_at AS DATE)) AS VARCHAR) AS last_day
FROM used_inspections
