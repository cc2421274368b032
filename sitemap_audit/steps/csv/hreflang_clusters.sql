/*
One row per cluster of pages that are alternates of one another.
*/
SELECT
    cluster,
    state,
    is_complete,
    members,
    listed,
    locales,
    codes,
    faulty,
    "unknown",
    missing_returns,
    unknown_returns,
    conflicts,
    bridges,
    gaps,
    defaults_differ,
    component
FROM clusters
ORDER BY cluster
