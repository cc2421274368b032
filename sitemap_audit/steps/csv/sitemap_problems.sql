/*
One row per fault in a sitemap.
*/
SELECT
    sitemap_url,
    code,
    position,
    line,
    "column",
    detail,
    expected,
    excerpt
FROM sitemap_problems
ORDER BY sitemap_url, line, "column", code
