/*
One row per change in the workbook, the most severe first.
*/
SELECT
    severity,
    state,
    "check",
    kind,
    told_with,
    url,
    expected,
    observed,
    fix,
    related_url,
    sitemap_url,
    line
FROM changes
ORDER BY
    CASE severity WHEN 'error' THEN 1 WHEN 'warning' THEN 2 WHEN 'notice' THEN 3 END,
    "check",
    kind NULLS FIRST,
    number
LIMIT $rows
