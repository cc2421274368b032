/*
The first and the last day of a log, and the number of its requests.
*/
SELECT
    MIN(day) AS first_day,
    MAX(day) AS last_day,
    SUM(hits) AS hits
FROM counts
