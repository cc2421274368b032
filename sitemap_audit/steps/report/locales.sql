/*
One row per hreflang code of a page and code of its alternate, with its annotations by state.
*/
SELECT
    source_code,
    target_code,
    missing,
    broken,
    "unknown",
    returned
FROM reported_locales
ORDER BY source_code, target_code
