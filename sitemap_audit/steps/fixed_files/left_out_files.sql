/*
The sitemaps that are not rewritten.
*/
SELECT
    url,
    kind,
    complete
FROM sitemaps
WHERE
    found_by <> 'list'
    AND kind IS NOT NULL
    AND kind NOT IN ('html', 'empty', 'unknown')
    AND id NOT IN (SELECT fix_files.id FROM fix_files)
ORDER BY url
