/*
One row per candidate, with its stratum.
*/
SELECT
    candidates.url_key,
    COALESCE(largest.sitemap_url, '') AS sitemap_url,
    COALESCE(largest.pattern, '') AS pattern
FROM candidates
LEFT JOIN largest_strata AS largest
    ON candidates.sitemap_url = largest.sitemap_url AND candidates.pattern = largest.pattern
