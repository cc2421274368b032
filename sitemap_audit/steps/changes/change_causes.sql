/*
One row per group of changes, without those that are told with another one.

`urls`: what is affected, each once. `related_url`, `observed`, `expected`, `fix`: of the first
change that has each.
*/
WITH groups AS (
    SELECT
        changes."check",
        changes.state,
        changes.severity,
        changes.kind,
        changes.cause_by,
        changes.cause,
        COUNT(DISTINCT grouped.affected) AS urls,
        MIN(changes.unit) AS unit,
        MIN(changes.url) AS url,
        MIN(changes.sitemap_url) AS sitemap_url,
        FIRST_NUMBER(
            CASE WHEN changes.related_url IS NOT NULL THEN changes.number END,
            changes.url, changes.sitemap_url, changes.line, changes.observed
        ) AS with_related_url,
        FIRST_NUMBER(
            CASE WHEN changes.observed IS NOT NULL THEN changes.number END,
            changes.url, changes.sitemap_url, changes.line, changes.observed
        ) AS with_observed,
        FIRST_NUMBER(
            CASE WHEN changes.expected IS NOT NULL THEN changes.number END,
            changes.url, changes.sitemap_url, changes.line, changes.observed
        ) AS with_expected,
        FIRST_NUMBER(
            CASE WHEN changes.fix IS NOT NULL THEN changes.number END,
            changes.url, changes.sitemap_url, changes.line, changes.observed
        ) AS with_fix
    FROM changes
    INNER JOIN grouped ON changes.number = grouped.number
    WHERE changes.told_with IS NULL
    GROUP BY
        changes."check", changes.state, changes.severity, changes.kind, changes.cause_by,
        changes.cause
)

SELECT
    groups."check",
    groups.state,
    groups.severity,
    groups.kind,
    groups.cause_by,
    groups.cause,
    groups.urls,
    groups.unit,
    groups.url,
    groups.sitemap_url,
    of_related_url.related_url,
    of_observed.observed,
    of_expected.expected,
    of_fix.fix
FROM groups
LEFT JOIN changes AS of_related_url ON groups.with_related_url = of_related_url.number
LEFT JOIN changes AS of_observed ON groups.with_observed = of_observed.number
LEFT JOIN changes AS of_expected ON groups.with_expected = of_expected.number
LEFT JOIN changes AS of_fix ON groups.with_fix = of_fix.number
