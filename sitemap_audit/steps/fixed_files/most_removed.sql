/*
The first file that loses more than a share of its entries, and the number of such files.
*/
WITH removals AS (
    SELECT
        file.url,
        file.entries,
        COUNT(DISTINCT edit.position) AS removed
    FROM fix_edits AS edit
    INNER JOIN fix_files AS file ON edit.sitemap_id = file.id
    WHERE edit."action" = 'remove' AND edit.kind = 'url'
    GROUP BY file.url, file.entries
)

SELECT
    url,
    removed,
    entries,
    COUNT(*) OVER () AS files
FROM removals
WHERE removed > $share * entries
ORDER BY url
LIMIT 1
