/*
One row per finding that --ignore-file leaves out.
*/
SELECT
    "check",
    url,
    sitemap_url,
    related_url,
    line,
    observed,
    expected,
    fix,
    finding_id AS id
FROM ignored_findings
ORDER BY "check", url NULLS FIRST, sitemap_url NULLS FIRST, line NULLS FIRST, finding_id
