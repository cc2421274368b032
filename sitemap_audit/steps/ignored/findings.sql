/*
One row per finding that no rule leaves out.
*/
SELECT
    found."check",
    found.url,
    found.sitemap_url,
    found.related_url,
    found.line,
    found.observed,
    found.expected,
    found.fix,
    found.kind,
    found.change_url,
    found."action",
    found.place,
    found."from",
    found."to",
    found.finding_id,
    found."change",
    found.number
FROM findings AS found
LEFT JOIN ignored_findings AS ignored ON found.finding_id = ignored.finding_id
WHERE ignored.finding_id IS NULL
