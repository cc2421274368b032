/*
One row per check with findings in one of two audits that both ran: what it affects before and now,
and how many of these are `fixed`, `new` or not compared.

A URL has an issue or not: another finding of the check about it is counted apart (`more`). What
follows from another finding is told with that one.
*/
WITH sides AS (
    SELECT
        "check",
        affected,
        MIN(unit) AS unit,
        MAX(CASE audit WHEN 'before' THEN 1 ELSE 0 END) AS was_found,
        MAX(CASE audit WHEN 'now' THEN 1 ELSE 0 END) AS is_found
    FROM compared_findings
    WHERE root_id IS NULL AND NOT is_ignored
    GROUP BY "check", affected
),

counts AS (
    SELECT
        "check",
        MIN(unit) AS unit,
        SUM(was_found) AS before,
        SUM(is_found) AS now,
        SUM(was_found * is_found) AS kept
    FROM sides
    GROUP BY "check"
),

told AS (
    SELECT
        change."check",
        change.change,
        change.told_with,
        rests.unit,
        COALESCE(change.url, change.sitemap_url, change.related_url, '') AS about
    FROM finding_changes AS change
    LEFT JOIN rests ON change."check" = rests."check"
    WHERE change.is_known
),

changed AS (
    SELECT
        "check",
        change,
        told_with,
        CASE unit
            WHEN 'host' THEN CONCAT(SPLIT_PART(about, '/', 1), '//', SPLIT_PART(about, '/', 3))
            ELSE about
        END AS affected
    FROM told
),

known AS (
    SELECT
        "check",
        COUNT(DISTINCT CASE WHEN change <> 'resolved' THEN affected END) AS new,
        COUNT(DISTINCT CASE WHEN change = 'resolved' THEN affected END) AS fixed
    FROM changed
    WHERE told_with IS NULL
    GROUP BY "check"
),

more_of AS (
    SELECT
        "check",
        SUM(CASE change WHEN 'resolved' THEN -1 ELSE 1 END) AS findings
    FROM changed
    WHERE told_with = "check"
    GROUP BY "check", affected
),

of_same AS (
    SELECT
        "check",
        SUM(CASE WHEN findings > 0 THEN findings END) AS findings
    FROM more_of
    GROUP BY "check"
)

SELECT
    counts."check",
    now.severity,
    counts.unit,
    counts.before,
    COALESCE(known.fixed, 0) AS fixed,
    COALESCE(known.new, 0) AS new,
    counts.now,
    counts.before - counts.kept - COALESCE(known.fixed, 0) AS not_compared_before,
    counts.now - counts.kept - COALESCE(known.new, 0) AS not_compared_now,
    COALESCE(of_same.findings, 0) AS more
FROM counts
INNER JOIN ran_now AS now ON counts."check" = now."check"
INNER JOIN ran_before AS before
    ON counts."check" = before."check" AND now.definition = before.definition
LEFT JOIN known ON counts."check" = known."check"
LEFT JOIN of_same ON counts."check" = of_same."check"
WHERE now.outcome <> 'error' AND before.outcome <> 'error'
