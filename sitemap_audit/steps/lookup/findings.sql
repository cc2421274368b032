/*
One row per finding that names a URL, and per wanted one.
*/
WITH found AS (
    SELECT
        finding_id,
        root_id,
        "check",
        url,
        sitemap_url,
        related_url,
        line,
        observed,
        expected,
        fix,
        "change",
        file,
        file_line
    FROM stored_findings
    WHERE
        $url IN (url, related_url, change_url)
        OR (url IS NULL AND sitemap_url = $url)
        OR finding_id IN (SELECT wanted_findings.finding_id FROM wanted_findings)
)

SELECT
    found.finding_id AS id,
    found.root_id,
    run.severity,
    found."check",
    found.url,
    found.sitemap_url,
    found.related_url,
    found.line,
    found.observed,
    found.expected,
    found.fix,
    found."change",
    found.file,
    found.file_line
FROM found
INNER JOIN check_runs AS run ON found."check" = run."check"
ORDER BY run.rank, found."check", found.url, found.related_url, found.finding_id
LIMIT $most
