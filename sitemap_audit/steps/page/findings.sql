/*
One row per finding in report.html, with the number of its line in 'Do this first'.
*/
WITH issues AS (
    SELECT
        issue,
        MIN(number) AS number
    FROM causes
    GROUP BY issue
)

SELECT
    found.severity,
    found."check",
    found.url,
    found.sitemap_url,
    found.line,
    found.related_url,
    found.observed,
    found.expected,
    found.what_to_do,
    found.root_check,
    found.unit,
    issues.number AS issue,
    found.file_place
FROM shown_findings AS shown
INNER JOIN reported_findings AS found ON shown.finding = found.number
LEFT JOIN issues ON found.issue = issues.issue AND found.root_id IS NULL
ORDER BY shown.number
