/*
One row per change since the previous audit, the most severe first.
*/
SELECT
    severity,
    state,
    "check",
    kind,
    told_with,
    url,
    sitemap_url,
    related_url,
    line,
    expected AS before,
    observed AS now,
    fix,
    pattern,
    cause
FROM changes
ORDER BY
    CASE severity WHEN 'error' THEN 1 WHEN 'warning' THEN 2 WHEN 'notice' THEN 3 END,
    "check",
    kind NULLS FIRST,
    number
