/*
The number of listed URLs that were inspected since `$since`, and the days of the first and the last
of these inspections.
*/
WITH latest AS (
    SELECT
        url_key,
        CAST(CAST(inspected_at AS DATE) AS VARCHAR) AS inspected_on
    FROM latest_inspections
    WHERE inspected_at >= $since
)

SELECT
    COUNT(*) AS urls,
    MIN(latest.inspected_on) AS first_day,
    MAX(latest.inspected_on) AS last_day
FROM latest
INNER JOIN listed ON latest.url_key = listed.url_key
