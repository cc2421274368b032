/*
---
row: line
rests_on: named
---
One row per syntax fault in a sitemap file. Faults in pages and other files are left out, because
the fault is that they are not sitemaps; so are faults in the content of a damaged archive.
`observed`: `detail` and `excerpt`; `written`: the excerpt where it is whole.
*/
SELECT
    sitemap_problems.sitemap_id,
    sitemap_problems.sitemap_url,
    sitemap_problems.code,
    sitemap_problems.line,
    sitemap_problems."column" AS at_column,
    sitemap_problems.detail,
    sitemap_problems.expected,
    sitemap_problems.excerpt,
    CASE WHEN sitemap_problems.excerpt NOT LIKE '%…' THEN sitemap_problems.excerpt END AS written,
    CONCAT_WS(': ', sitemap_problems.detail, sitemap_problems.excerpt) AS observed
FROM sitemap_problems
INNER JOIN sitemaps ON sitemap_problems.sitemap_id = sitemaps.id
WHERE
    sitemaps.kind NOT IN ('html', 'empty', 'unknown')
    AND COALESCE(sitemaps.stopped_by, '') <> 'gzip'
