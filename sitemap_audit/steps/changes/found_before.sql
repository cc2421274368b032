/*
One row per finding of the previous audit.
*/
SELECT
    audit,
    "check",
    url,
    related_url,
    sitemap_url,
    line,
    observed,
    finding_id,
    root_id,
    is_ignored,
    subject,
    affected
FROM compared_findings
WHERE audit = 'before'
