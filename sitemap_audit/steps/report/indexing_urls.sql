/*
The listed URLs of an audit of which Google has told a state, those that have one, those inspected for
the audit, when, and those that are indexed.
*/
SELECT
    COUNT(*) AS urls,
    COUNT(state) AS stated,
    COUNT(*) FILTER (WHERE is_inspected) AS inspected,
    CAST(MIN(inspected_at) AS DATE) AS first_day,
    CAST(MAX(inspected_at) AS DATE) AS last_day,
    COUNT(*) FILTER (WHERE is_indexed) AS indexed,
    COUNT(*) FILTER (WHERE NOT is_indexed) AS not_indexed
FROM google_comparison
WHERE is_listed
