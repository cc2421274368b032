/*
The first 1,000 causes of changes, the most severe first, for changes.json: changes.csv has every
change.
*/
SELECT
    change."check",
    CASE change.state WHEN 'changed' THEN run.title ELSE found.title END AS title,
    change.state,
    change.severity,
    change.kind,
    change.cause_by,
    change.cause,
    change.urls,
    change.unit,
    change.url,
    change.sitemap_url,
    change.related_url,
    change.observed,
    change.expected,
    change.fix
FROM change_causes AS change
INNER JOIN change_runs AS run ON change."check" = run."check"
LEFT JOIN check_runs AS found ON change.kind = found."check"
ORDER BY
    CASE change.severity
        WHEN 'error' THEN 1
        WHEN 'warning' THEN 2
        WHEN 'notice' THEN 3
    END ASC NULLS LAST,
    change.urls DESC,
    change."check" ASC,
    change.kind ASC NULLS FIRST,
    change.cause ASC
LIMIT 1000
