/*
One row per change of an entry, with the reason why it was not made, if it was not.
*/
WITH failed AS (
    SELECT sitemap_id FROM fix_failed
    WHERE position IS NULL
)

SELECT
    edit.sitemap_id,
    edit.kind,
    edit.position,
    edit."action",
    edit."old",
    edit."to",
    CASE
        WHEN failed.sitemap_id IS NOT NULL THEN 'form'
        WHEN undone.sitemap_id IS NOT NULL THEN 'undone'
    END AS failure
FROM fix_edits AS edit
LEFT JOIN failed
    ON edit.sitemap_id = failed.sitemap_id
LEFT JOIN fix_failed AS undone
    ON edit.sitemap_id = undone.sitemap_id AND edit.position = undone.position
