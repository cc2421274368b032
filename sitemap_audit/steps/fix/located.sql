/*
One row per finding and change of an entry that is made for it, but for pages that are added.
*/
SELECT
    finding_id,
    sitemap_id,
    kind,
    position,
    'loc' AS "action",
    NULL AS "old",
    "to"
FROM fix_spellings
UNION ALL
SELECT
    told.finding_id,
    kept.sitemap_id,
    kept.kind,
    kept.position,
    'loc' AS "action",
    NULL AS "old",
    told."to"
FROM fix_told AS told
INNER JOIN fix_kept AS kept ON told.url = kept.url AND kept.kind = 'url'
WHERE
    told.why_not IS NULL
    AND NOT told.of_entry
    AND (told.place = 'loc' OR told.way = 'remove')
    AND (told.way IS DISTINCT FROM 'keep-one-in-file' OR told.change_url = kept.sitemap_url)
UNION ALL
SELECT
    finding_id,
    sitemap_id,
    kind,
    position,
    "action",
    NULL AS "old",
    "to"
FROM fix_valued
UNION ALL
SELECT
    finding_id,
    sitemap_id,
    'url' AS kind,
    position,
    'link' AS "action",
    "old",
    "to"
FROM fix_links_told
UNION ALL
SELECT
    wanted.finding_id,
    entry.sitemap_id,
    'url' AS kind,
    entry.position,
    'add-link' AS "action",
    NULL AS "old",
    wanted."to"
FROM fix_adds AS wanted
INNER JOIN fix_places AS entry ON wanted.url = entry.url
