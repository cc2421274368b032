/*
One row per sitemap in the workbook.
*/
SELECT
    url,
    kind,
    status,
    CASE
        WHEN error IS NOT NULL THEN 'not read: ' || error
        WHEN redirect_url IS NOT NULL THEN 'redirects'
        WHEN status >= 400 THEN 'not read'
        WHEN complete THEN 'complete'
        ELSE 'incomplete: ' || COALESCE(stopped_by, 'invalid')
    END AS state,
    entries,
    urls,
    children,
    checked,
    indexable,
    findings,
    last_modified,
    confirmed,
    pages,
    bytes,
    ROUND(seconds, 2) AS seconds,
    found_by,
    found_in
FROM reported_sitemaps
ORDER BY url
LIMIT $rows
