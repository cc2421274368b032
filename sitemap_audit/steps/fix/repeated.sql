/*
One row per URL that has several entries of which one stays: in the file `sitemap_url`, or in all
files.
*/
SELECT DISTINCT
    url,
    CASE way WHEN 'keep-one-in-file' THEN sitemap_url END AS sitemap_url
FROM fix_told
WHERE why_not IS NULL AND way IN ('keep-one', 'keep-one-in-file')
