/*
One row per change of an entry: what stands there and what shall stand there, as written (`old`,
`new`), and what shall stand there in normal form (`to`). Of an annotation: the code, a space, the
URL.
*/
WITH spelled AS (
    SELECT
        url,
        "check",
        "to",
        MIN(written) AS written
    FROM fix_told
    WHERE why_not IS NULL AND place = 'loc' AND "action" = 'replace'
    GROUP BY url, "check", "to"
)

SELECT
    kept.sitemap_id,
    kept.kind,
    kept.position,
    kept.line,
    CASE kept."action" WHEN 'remove' THEN 'remove' ELSE 'loc' END AS "action",
    kept.loc AS "old",
    COALESCE(spelled.written, kept."to") AS "new",
    kept."check",
    kept.loc,
    kept."to"
FROM fix_kept AS kept
LEFT JOIN spelled
    ON kept.url = spelled.url AND kept."check" = spelled."check" AND kept."to" = spelled."to"
UNION ALL
SELECT
    sitemap_id,
    kind,
    position,
    line,
    "action",
    "old",
    "to" AS "new",
    "check",
    loc,
    "to"
FROM fix_valued
QUALIFY
    ROW_NUMBER() OVER (
        PARTITION BY sitemap_id, kind, position, "action"
        ORDER BY root_id IS NOT NULL, "to", "check"
    ) = 1
UNION ALL
SELECT
    link.sitemap_id,
    'url' AS kind,
    link.position,
    entries.line,
    link."action",
    link."old",
    link."new",
    link."check",
    entries.loc,
    link."new" AS "to"
FROM fix_links AS link
INNER JOIN entries
    ON
        link.sitemap_id = entries.sitemap_id
        AND link.position = entries.position
        AND entries.kind = 'url'
