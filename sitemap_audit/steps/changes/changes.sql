/*
The changes, with their cause.

`state`: new | back | fixed | changed. `severity`: a new finding, or one that is back, is as severe
as the finding; what is fixed has none. Some are one step more severe on the homepage of a host that
is not their cause.
*/
WITH severities AS (
    SELECT
        "check",
        MIN(severity) AS severity
    FROM finding_changes
    GROUP BY "check"
),

placed AS (
    SELECT
        changes.number,
        COALESCE(states.state, 'changed') AS state,
        CASE
            WHEN states.state = 'fixed' THEN NULL
            WHEN states.state IS NOT NULL THEN COALESCE(severities.severity, run.severity)
            ELSE run.severity
        END AS severity,
        roots.told_with,
        states.severe_at_home
        AND SPLIT_PART(changes.url, '://', 2) = CONCAT(SPLIT_PART(changes.url, '/', 3), '/')
            AS is_severe_home
    FROM changes
    INNER JOIN change_runs AS run ON changes."check" = run."check"
    LEFT JOIN change_states AS states ON changes."check" = states."check"
    LEFT JOIN severities ON changes.kind = severities."check"
    LEFT JOIN change_roots AS roots ON changes.number = roots.number
)

SELECT
    changes."check",
    changes.url,
    changes.sitemap_url,
    changes.related_url,
    changes.line,
    changes.observed,
    changes.expected,
    changes.fix,
    changes.kind,
    changes.change_url,
    changes."action",
    changes.place,
    changes."from",
    changes."to",
    changes.finding_id,
    changes."change",
    changes.number,
    placed.state,
    CASE
        WHEN placed.is_severe_home AND grouped.cause_by <> 'host'
            THEN CASE placed.severity WHEN 'notice' THEN 'warning' ELSE 'error' END
        ELSE placed.severity
    END AS severity,
    grouped.unit,
    placed.told_with,
    grouped.pattern,
    grouped.cause_by,
    grouped.cause
FROM changes
INNER JOIN placed ON changes.number = placed.number
INNER JOIN grouped ON changes.number = grouped.number
