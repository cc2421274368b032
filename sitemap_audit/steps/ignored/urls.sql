/*
How many URLs and files these findings are about.
*/
SELECT COUNT(DISTINCT NULLIF(COALESCE(url, sitemap_url, related_url, ''), '')) AS urls
FROM ignored_findings
