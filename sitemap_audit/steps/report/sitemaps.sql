/*
The sitemaps of the tree, those named nearest to a robots.txt first.
*/
SELECT
    url,
    found_in,
    kind,
    status,
    error,
    urls,
    checked,
    indexable,
    COALESCE(STRFTIME(lastmod, '%Y-%m-%d'), last_modified) AS lastmod,
    findings,
    confirmed,
    pages
FROM reported_sitemaps
ORDER BY depth ASC, findings DESC, url ASC
LIMIT $rows
