/*
One row per check that ran, with an extract of its manual, in the order of the reports.
*/
SELECT
    "check",
    severity,
    title,
    outcome,
    found,
    looked_at,
    "unknown",
    error,
    confidence,
    engines,
    how_to_fix_it,
    unknown_reasons
FROM checks_csv
ORDER BY number
