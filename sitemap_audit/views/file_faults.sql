/*
One row per fault of form in a file that is a sitemap. What looks like a fault in a page or in some
other file is none: that it is no sitemap is the fault. Nor is what a damaged archive unpacks to.
*/
SELECT
    sitemap_problems.sitemap_id,
    sitemap_problems.sitemap_url,
    sitemap_problems.code,
    sitemap_problems.position,
    sitemap_problems.line,
    sitemap_problems."column" AS at_column,
    sitemap_problems.detail,
    sitemap_problems.expected,
    sitemap_problems.excerpt
FROM sitemap_problems
INNER JOIN sitemaps ON sitemap_problems.sitemap_id = sitemaps.id
WHERE
    sitemaps.kind NOT IN ('html', 'empty', 'unknown')
    AND COALESCE(sitemaps.stopped_by, '') <> 'gzip'
