/*
One row per entry, then, of a URL that shall have another annotation; `place` 1 is the best one to
write it to: the one with most annotations, in a sitemap of pages.
*/
WITH found AS (
    SELECT
        sitemap_id,
        position,
        alternates,
        final_url AS url
    FROM fix_kept
    WHERE
        kind = 'url'
        AND "action" = 'replace'
        AND final_url IN (SELECT wanted.url FROM fix_wanted AS wanted)
    UNION ALL
    SELECT
        entries.sitemap_id,
        entries.position,
        entries.alternates,
        entries.url
    FROM entries
    WHERE
        entries.kind = 'url'
        AND entries.url IN (SELECT wanted.url FROM fix_wanted AS wanted)
        AND NOT EXISTS (
            SELECT 1 FROM fix_kept AS kept
            WHERE
                entries.sitemap_id = kept.sitemap_id
                AND entries.position = kept.position
                AND kept.kind = 'url'
        )
)

SELECT
    entry.sitemap_id,
    file.url AS sitemap_url,
    entry.position,
    entry.url,
    ROW_NUMBER() OVER (
        PARTITION BY entry.url
        ORDER BY
            entry.alternates DESC,
            COALESCE(purposes.purpose, 'pages') <> 'pages',
            file.url ASC,
            entry.position ASC,
            entry.sitemap_id ASC
    ) AS place
FROM found AS entry
INNER JOIN fix_files AS file ON entry.sitemap_id = file.id AND file.kind <> 'text'
LEFT JOIN sitemap_purposes AS purposes ON file.url = purposes.sitemap_url
