/*
The worst causes, with the title of their check.
*/
SELECT
    causes."check",
    run.title,
    causes.step,
    causes.severity,
    causes.kind,
    causes.cause_by,
    causes.cause,
    causes.urls,
    causes.unit,
    causes.host_urls,
    causes.clicks,
    causes.findings,
    causes.folded,
    causes.entries,
    causes.patterns,
    causes.pattern,
    causes.url,
    causes.sitemap_url,
    causes.line,
    causes.related_url,
    causes.observed,
    causes.expected,
    causes.fix,
    causes.place,
    causes.file_place,
    causes.diagnosis,
    causes.statement,
    causes.certainty,
    causes."where",
    causes.likely
FROM causes
INNER JOIN check_runs AS run ON causes."check" = run."check"
ORDER BY causes.number
LIMIT $rows
