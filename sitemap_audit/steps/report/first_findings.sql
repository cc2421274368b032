/*
The findings that are no consequence: by severity, the first ones of each check before the second.
*/
WITH chosen AS (
    SELECT
        "check",
        rank,
        severity,
        finding_id,
        url,
        sitemap_url,
        about,
        line,
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
            url,
            sitemap_url,
            about,
            line,
            observed,
            expected,
            fix,
            ROW_NUMBER() OVER (PARTITION BY "check" ORDER BY number) AS place
        FROM reported_findings
        WHERE root_id IS NULL
    ) AS placed
    ORDER BY rank, place, "check"
    LIMIT $rows
),

entry_of AS (
    SELECT
        finding_id,
        sitemap_url,
        line
    FROM (
        SELECT
            chosen.finding_id,
            entries.sitemap_url,
            entries.line,
            ROW_NUMBER() OVER (
                PARTITION BY chosen.finding_id ORDER BY entries.position, entries.sitemap_url
            ) AS place
        FROM chosen
        INNER JOIN entries
            ON
                chosen.url = entries.url
                AND (chosen.sitemap_url IS NULL OR chosen.sitemap_url = entries.sitemap_url)
    ) AS listing
    WHERE place = 1
)

SELECT
    chosen."check",
    chosen.severity,
    chosen.finding_id,
    NULLIF(chosen.about, '') AS about,
    COALESCE(chosen.sitemap_url, entry_of.sitemap_url) AS sitemap_url,
    COALESCE(chosen.line, entry_of.line) AS line,
    chosen.observed,
    chosen.expected,
    chosen.fix
FROM chosen
LEFT JOIN entry_of ON chosen.finding_id = entry_of.finding_id
ORDER BY chosen.rank, chosen.place, chosen."check"
