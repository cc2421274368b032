/*
The URLs in the sitemaps, an entry each, and those of them that a property covers.
*/
SELECT
    COUNT(*) AS entries,
    COUNT(*) FILTER (WHERE REGEXP_MATCHES(url, $pattern)) AS covered
FROM stored_entries
WHERE url IS NOT NULL
