/*
One row per finding and change that was made, or failed, for it; `is_as_told`: it is what the
finding says, or corrects it too.
*/
SELECT
    told.finding_id,
    edit.failure,
    (
        edit."action" = 'remove'
        OR edit."to" IS NOT DISTINCT FROM told."to"
        -- The URL or the code of an annotation.
        OR ENDS_WITH(edit."to", ' ' || told."to")
        OR STARTS_WITH(edit."to", told."to" || ' ')
    ) AS is_as_told
FROM fix_located AS told
INNER JOIN fix_made AS edit
    ON
        told.sitemap_id = edit.sitemap_id
        AND told.kind = edit.kind
        AND told.position = edit.position
WHERE
    edit."action" = 'remove'
    OR (
        STARTS_WITH(edit."action", told."action")
        AND COALESCE(told."old" = edit."old", TRUE)
    )
UNION ALL
SELECT
    told.finding_id,
    CASE WHEN failed.sitemap_id IS NOT NULL THEN 'form' END AS failure,
    TRUE AS is_as_told
FROM fix_told AS told
INNER JOIN fix_added AS added ON told."to" = added.url
LEFT JOIN fix_failed AS failed ON added.sitemap_id = failed.sitemap_id
WHERE told.why_not = 'add'
UNION ALL
SELECT
    told.finding_id,
    edit.failure,
    TRUE AS is_as_told
FROM fix_told AS told
INNER JOIN fix_made AS edit ON told."to" = edit."to" AND edit."action" = 'loc'
WHERE told.why_not = 'add'
UNION ALL
SELECT
    told.finding_id,
    edit.failure,
    TRUE AS is_as_told
FROM fix_told AS told
INNER JOIN fix_files AS file ON told.change_url = file.url
INNER JOIN fix_made AS edit ON file.id = edit.sitemap_id
WHERE told.place = 'encoding'
UNION ALL
SELECT
    told.finding_id,
    NULL AS failure,
    TRUE AS is_as_told
FROM fix_told AS told
INNER JOIN fix_whole AS done ON COALESCE(told.sitemap_url, told.url) = done.url
WHERE told.why_not = 'whole'
