/*
One row per line of a robots.txt. A line is followed by the sitemaps that are lost in it, which have
its number.
*/
SELECT
    origin,
    number,
    "offset",
    field,
    value,
    url,
    problem,
    written,
    meant,
    lost
FROM robots_lines
ORDER BY origin, number, field NULLS FIRST, value
