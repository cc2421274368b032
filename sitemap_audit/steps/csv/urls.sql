/*
One row per URL that a report tells of, of the table that has them with their findings.
*/
SELECT
    url,
    is_listed,
    status,
    is_indexable,
    reasons,
    unknown_reason,
    redirect_url,
    canonical,
    hreflang,
    severity,
    findings,
    sitemap_url,
    line,
    entries
FROM urls_csv
ORDER BY url
