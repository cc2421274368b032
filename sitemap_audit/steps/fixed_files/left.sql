/*
The findings that are not corrected.
*/
SELECT
    COALESCE(change_url, sitemap_url) AS place,
    line,
    url,
    "from",
    "to",
    "check",
    reason
FROM fix_left
ORDER BY "check", reason, COALESCE(change_url, sitemap_url), line, url
