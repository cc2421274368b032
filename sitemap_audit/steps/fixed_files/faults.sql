/*
The faults of whole files that fix corrects, by splitting or escaping the file.
*/
SELECT DISTINCT
    COALESCE(sitemap_url, url) AS url,
    way
FROM fix_told
WHERE why_not = 'whole'
