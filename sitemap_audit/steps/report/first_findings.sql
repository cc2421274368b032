/*
The findings that are no consequence: by severity, the first ones of each check before the second.
*/
WITH chosen AS (
    SELECT
        "check",
        rank,
        severity,
        finding_id,
        sitemap_url,
        about,
        file,
        file_line,
        observed,
        expected,
        fix,
        place
    FROM (
        SELECT
            "check",
            rank,
            severity,
            finding_id,
            sitemap_url,
            about,
            file,
            file_line,
            observed,
            expected,
            fix,
            ROW_NUMBER() OVER (PARTITION BY "check" ORDER BY number) AS place
        FROM reported_findings
        WHERE root_id IS NULL
    ) AS placed
    ORDER BY rank, place, "check"
    LIMIT $rows
)

SELECT
    "check",
    severity,
    finding_id,
    COALESCE(NULLIF(about, ''), sitemap_url) AS about,
    file,
    file_line,
    observed,
    expected,
    fix
FROM chosen
ORDER BY rank, place, "check"
