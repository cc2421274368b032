/*
One row per entry that goes or gets another URL, whatever else its URL has: by the finding of its
page (`is_of_page`), else by its own.
*/
WITH of_pages AS (
    SELECT
        url,
        "check",
        CASE WHEN place = 'loc' THEN "action" ELSE 'remove' END AS "action",
        CASE WHEN place = 'loc' AND "action" = 'replace' THEN "to" END AS "to"
    FROM fix_told
    WHERE
        why_not IS NULL
        AND url IS NOT NULL
        AND NOT of_entry
        AND (way = 'remove' OR place = 'loc')
        AND COALESCE(way, '') NOT IN ('keep-one', 'keep-one-in-file')
    QUALIFY ROW_NUMBER() OVER (
        PARTITION BY url
        ORDER BY place IS NOT NULL, root_id IS NOT NULL, "action", "check"
    ) = 1
),

spellings AS (
    SELECT
        *,
        CASE WHEN "to" IS NULL THEN 'remove' ELSE 'replace' END AS "action"
    FROM fix_spellings
    QUALIFY ROW_NUMBER() OVER (
        PARTITION BY sitemap_id, kind, position
        ORDER BY root_id IS NOT NULL, "to" NULLS FIRST, "check"
    ) = 1
)

SELECT
    entries.sitemap_id,
    entries.sitemap_url,
    entries.kind,
    entries.position,
    entries.line,
    entries.loc,
    entries.url,
    entries.url_key,
    entries.alternates,
    COALESCE(page."check", spelling."check") AS "check",
    COALESCE(page."action", spelling."action") AS "action",
    CASE WHEN page."action" IS NULL THEN spelling."to" ELSE page."to" END AS "to",
    page."action" IS NOT NULL AS is_of_page
FROM entries
INNER JOIN fix_files AS file ON entries.sitemap_id = file.id
LEFT JOIN spellings AS spelling
    ON
        entries.sitemap_id = spelling.sitemap_id
        AND entries.kind = spelling.kind
        AND entries.position = spelling.position
LEFT JOIN of_pages AS page
    ON entries.kind = 'url' AND page.url = COALESCE(spelling."to", entries.url)
WHERE COALESCE(page."action", spelling."action") IS NOT NULL
