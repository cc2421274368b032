/*
One row per cause of findings, the worst first.
*/
SELECT
    severity,
    keeps_out,
    "check",
    kind,
    cause_by,
    cause,
    urls,
    clicks,
    findings,
    folded,
    entries,
    patterns,
    url,
    sitemap_url,
    line,
    related_url,
    observed,
    expected,
    fix,
    diagnosis_id,
    diagnosis,
    certainty,
    statement,
    CASE WHEN statement IS NOT NULL THEN step END
        AS correction,
    likely,
    unit,
    host_urls
FROM causes
ORDER BY number
