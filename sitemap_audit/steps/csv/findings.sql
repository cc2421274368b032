/*
One row per finding, the worst first.

The numbers of findings have the order of all their columns: to sort two million by these would take
five times as long, and more memory than a report has.
*/
SELECT
    severity,
    "check",
    title,
    url,
    sitemap_url,
    related_url,
    line,
    observed,
    expected,
    fix,
    kind,
    pattern,
    cause,
    change_url,
    action,
    place,
    "from",
    "to",
    "change",
    finding_id AS id,
    root_id,
    diagnosis_id,
    unit,
    file,
    file_line
FROM reported_findings
ORDER BY rank, number
