/*
One row per sitemap, URL pattern and directory with an inspected URL in the workbook: the share of its
URLs that Google has indexed.
*/
SELECT
    "of",
    name,
    urls,
    inspected,
    indexed,
    represented,
    share,
    size
FROM indexed_shares
ORDER BY
    CASE "of" WHEN 'site' THEN 1 WHEN 'sitemap' THEN 2 WHEN 'pattern' THEN 3 ELSE 4 END ASC,
    urls DESC,
    name ASC
LIMIT $rows
