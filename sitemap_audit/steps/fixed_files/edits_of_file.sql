/*
The changes of a file's entries of a kind, in the order of the file.
*/
SELECT
    position,
    line,
    "action",
    "old",
    "new",
    "check",
    loc
FROM fix_edits
WHERE sitemap_id = $id AND kind = $kind
ORDER BY position, "action", "old", "new"
