/*
One row per URL that was inspected, with the time of its latest inspection.
*/
SELECT
    url_key,
    MAX(inspected_at) AS inspected_at
FROM kept_inspections
GROUP BY url_key
