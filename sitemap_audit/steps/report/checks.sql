/*
One row per check that ran, in the order of the causes that 'Do this first' tells. A check whose
findings follow from others comes after those with its severity, and then those that found nothing.
*/
WITH own AS (
    SELECT
        "check",
        MIN(tier) AS tier,
        MIN(number) AS number
    FROM causes
    GROUP BY "check"
),

diagnosed AS (
    SELECT DISTINCT
        "check",
        diagnosis_id
    FROM findings
    WHERE root_id IS NULL
),

explained AS (
    SELECT
        found."check",
        MIN(causes.number) AS number
    FROM diagnosed AS found
    INNER JOIN causes ON found.diagnosis_id = causes.diagnosis_id
    GROUP BY found."check"
)

SELECT
    run."check",
    run.title,
    run.severity,
    run.subject,
    run.outcome,
    run.found,
    run.looked_at,
    run."unknown",
    run.error,
    run.unknown_reasons
FROM check_runs AS run
LEFT JOIN own ON run."check" = own."check"
LEFT JOIN explained ON run."check" = explained."check"
ORDER BY
    COALESCE(own.tier, CASE run.severity WHEN 'error' THEN 1 WHEN 'warning' THEN 2 ELSE 4 END),
    COALESCE(own.number, explained.number) NULLS LAST,
    COALESCE(run.found, 0) DESC, run."check"
