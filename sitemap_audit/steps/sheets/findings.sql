/*
One row per finding in the workbook, the worst first. Their numbers are sorted first, and whole rows
made only of those that the sheet has.
*/
WITH chosen AS (
    SELECT number
    FROM reported_findings
    ORDER BY rank, number
    LIMIT $rows
)

SELECT
    found.severity,
    found.title,
    found.url,
    found.observed,
    found.expected,
    found.fix,
    found.change_url,
    found."change",
    found.sitemap_url,
    found.line,
    found.root_title,
    found.related_url,
    found.kind,
    found.finding_id,
    found."check",
    found.file,
    found.file_line
FROM chosen
INNER JOIN reported_findings AS found ON chosen.number = found.number
ORDER BY found.rank, found.number
