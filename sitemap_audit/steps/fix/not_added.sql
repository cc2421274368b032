/*
One row per missing page that is not added, with the reason.
*/
SELECT
    url,
    why_not
FROM fix_confirmed
WHERE why_not IS NOT NULL
UNION ALL
SELECT
    url,
    'no-sitemap' AS why_not
FROM fix_confirmed
WHERE why_not IS NULL AND url NOT IN (SELECT placed.url FROM fix_placed AS placed)
