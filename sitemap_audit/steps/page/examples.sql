/*
One row per finding among the first of its check.
*/
WITH shown AS (
    SELECT
        finding,
        number
    FROM shown_findings
    WHERE place <= $rows
)

SELECT
    found."check",
    found.url,
    found.sitemap_url,
    found.line,
    found.related_url,
    found.observed,
    found.expected,
    found.what_to_do,
    found.file_place
FROM shown
INNER JOIN reported_findings AS found ON shown.finding = found.number
ORDER BY shown.number
