/*
One row per line of it.
*/
SELECT
    number,
    "offset",
    field,
    value
FROM stored_robots_lines
WHERE origin = $origin
ORDER BY number
