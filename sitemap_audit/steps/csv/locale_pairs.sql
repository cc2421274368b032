/*
One row per hreflang code of a page and code of its alternate.
*/
SELECT
    source_code,
    target_code,
    links,
    returned,
    missing,
    broken,
    "unknown",
    ROUND(100 * returned_share, 2) AS returned_per_cent
FROM reported_locales
ORDER BY source_code, target_code
