/*
What search engines tell of the sitemaps, one row per engine and sitemap, in the order of the tree.
*/
SELECT
    told.url,
    told.title,
    told.is_submitted,
    CAST(CAST(told.submitted_at AS DATE) AS VARCHAR) AS submitted_on,
    CAST(CAST(told.downloaded_at AS DATE) AS VARCHAR) AS downloaded_on,
    told.is_pending,
    told.errors,
    told.warnings,
    told.engine_urls,
    told.entries,
    known.url IS NOT NULL AS is_known
FROM engine_sitemaps AS told
LEFT JOIN reported_sitemaps AS known ON told.url = known.url
ORDER BY told.url ASC, told.title ASC
