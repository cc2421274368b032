/*
One row per change of an element with a value: of the entry that the finding names, or of all
entries of the file. `hints` are changefreq and priority.
*/
WITH told AS (
    SELECT * FROM fix_told
    WHERE why_not IS NULL AND place IN ('lastmod', 'changefreq', 'priority', 'hints')
),

told_of_entries AS (
    SELECT
        told.finding_id,
        told.root_id,
        told."check",
        told."action",
        told.place,
        told."from",
        told."to",
        entries.sitemap_id,
        entries.kind,
        entries.position,
        entries.line,
        entries.loc,
        entries.lastmod,
        entries.changefreq,
        entries.priority
    FROM told
    INNER JOIN entries
        ON
            told.change_url = entries.sitemap_url
            AND COALESCE(told.url, told.related_url) = entries.url
    WHERE
        (told.url IS NOT NULL OR entries.kind = 'sitemap')
        AND COALESCE(told.line = entries.line, TRUE)
    UNION ALL
    SELECT
        told.finding_id,
        told.root_id,
        told."check",
        told."action",
        told.place,
        told."from",
        told."to",
        entries.sitemap_id,
        entries.kind,
        entries.position,
        entries.line,
        entries.loc,
        entries.lastmod,
        entries.changefreq,
        entries.priority
    FROM told
    INNER JOIN entries ON told.change_url = entries.sitemap_url
    WHERE
        told.url IS NULL
        AND told.related_url IS NULL
        AND (told."from" IS NULL OR told.line = entries.line)
),

valued AS (
    SELECT
        *,
        'lastmod' AS element,
        lastmod AS "old"
    FROM told_of_entries
    WHERE place = 'lastmod'
    UNION ALL
    SELECT
        *,
        'changefreq' AS element,
        changefreq AS "old"
    FROM told_of_entries
    WHERE place IN ('changefreq', 'hints')
    UNION ALL
    SELECT
        *,
        'priority' AS element,
        priority AS "old"
    FROM told_of_entries
    WHERE place IN ('priority', 'hints')
)

SELECT
    finding_id,
    root_id,
    "check",
    sitemap_id,
    kind,
    position,
    line,
    loc,
    element AS "action",
    "old",
    CASE WHEN "action" <> 'remove' THEN "to" END AS "to"
FROM valued
WHERE
    ("old" IS NOT NULL OR "action" = 'add')
    AND COALESCE("from" = "old", TRUE)
    AND sitemap_id IN (SELECT fix_files.id FROM fix_files)
