/*
What search engines tell of the sitemaps, one row per engine and sitemap, in the order of the tree.
`findings`: those that name it as their sitemap.
*/
WITH about AS (
    SELECT
        sitemap_url,
        COUNT(*) AS findings
    FROM reported_findings
    GROUP BY sitemap_url
)

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
    known.url IS NOT NULL AS is_known,
    COALESCE(about.findings, 0) AS findings
FROM engine_sitemaps AS told
LEFT JOIN reported_sitemaps AS known ON told.url = known.url
LEFT JOIN about ON told.url = about.sitemap_url
ORDER BY told.url ASC, told.title ASC
