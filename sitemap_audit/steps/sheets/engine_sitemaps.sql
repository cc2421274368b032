/*
One row per search engine and sitemap in the workbook, what is to be looked at first.
*/
SELECT
    url,
    title,
    is_submitted,
    state,
    CAST(CAST(submitted_at AS DATE) AS VARCHAR) AS submitted_on,
    CAST(CAST(downloaded_at AS DATE) AS VARCHAR) AS downloaded_on,
    errors,
    warnings,
    engine_urls,
    entries,
    is_declared,
    property
FROM engine_sitemaps
ORDER BY
    CASE state
        WHEN 'errors' THEN 1
        WHEN 'not-submitted' THEN 2
        WHEN 'not-downloaded' THEN 3
        WHEN 'pending' THEN 4
        WHEN 'warnings' THEN 5
        ELSE 6
    END,
    url,
    title
LIMIT $rows
