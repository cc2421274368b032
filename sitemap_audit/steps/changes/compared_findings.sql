/*
One row per finding of this audit (`audit`: now) and of the previous one (before), with the ignored
ones: a finding that is ignored in one of two audits is neither new nor resolved.

`subject`: what it is known by, as in its `finding_id`. `affected`: the page, or else the file, or the
host of it, that it is counted by. Both audits count what a check affects by the same unit.
*/
WITH stored AS (
    SELECT
        'now' AS audit,
        "check",
        url,
        related_url,
        sitemap_url,
        line,
        observed,
        finding_id,
        root_id,
        unit,
        FALSE AS is_ignored
    FROM findings_now
    UNION ALL
    SELECT
        'now' AS audit,
        "check",
        url,
        related_url,
        sitemap_url,
        line,
        observed,
        finding_id,
        root_id,
        unit,
        TRUE AS is_ignored
    FROM ignored_findings_now
    UNION ALL
    SELECT
        'before' AS audit,
        "check",
        url,
        related_url,
        sitemap_url,
        line,
        observed,
        finding_id,
        root_id,
        unit,
        FALSE AS is_ignored
    FROM findings_before
    UNION ALL
    SELECT
        'before' AS audit,
        "check",
        url,
        related_url,
        sitemap_url,
        line,
        observed,
        finding_id,
        root_id,
        unit,
        TRUE AS is_ignored
    FROM ignored_findings_before
),

told AS (
    SELECT
        stored.audit,
        stored."check",
        stored.url,
        stored.related_url,
        stored.sitemap_url,
        stored.line,
        stored.observed,
        stored.finding_id,
        stored.root_id,
        COALESCE(rests.unit, stored.unit) AS unit,
        stored.is_ignored,
        COALESCE(stored.url, stored.sitemap_url, stored.related_url, '') AS about
    FROM stored
    LEFT JOIN rests ON stored."check" = rests."check"
)

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
    unit,
    is_ignored,
    CONCAT_WS(
        CHR(10),
        COALESCE(url, ''),
        COALESCE(related_url, ''),
        COALESCE(sitemap_url, ''),
        CASE WHEN url IS NULL OR sitemap_url IS NULL THEN CAST(line AS VARCHAR) END
    ) AS subject,
    CASE unit
        WHEN 'host' THEN CONCAT(SPLIT_PART(about, '/', 1), '//', SPLIT_PART(about, '/', 3))
        ELSE about
    END AS affected
FROM told
