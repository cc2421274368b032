/*
One row per page to add, with its file: the one with most pages of its own folder, else of its
directory, else of its language, else of its origin. A file that is full is the last choice.
*/
WITH urls AS (
    SELECT
        url,
        "check",
        page_id,
        NULL AS sitemap_id
    FROM fix_confirmed
    WHERE why_not IS NULL
    UNION ALL
    SELECT
        entries.url,
        NULL AS "check",
        NULL AS page_id,
        entries.sitemap_id
    FROM entries
    INNER JOIN fix_files AS file
        ON entries.sitemap_id = file.id AND file.kind <> 'sitemapindex'
    INNER JOIN sitemap_purposes AS purposes
        ON entries.sitemap_url = purposes.sitemap_url AND purposes.purpose = 'pages'
    WHERE entries.kind = 'url'
),

prefixes AS NOT MATERIALIZED (
    SELECT
        *,
        UNNEST([1, 2, 3, 4]) AS level,
        UNNEST([
            REGEXP_EXTRACT(url, '^https?://[^?]*/'),
            REGEXP_EXTRACT(
                url, '^https?://[^/]+/([a-z]{2}([-_][A-Za-z]{2})?/)?([^/?]+/)?'
            ),
            REGEXP_EXTRACT(url, '^https?://[^/]+/([a-z]{2}([-_][A-Za-z]{2})?/)?'),
            REGEXP_EXTRACT(url, '^https?://[^/]+/')
        ]) AS prefix
    FROM urls
),

wanted AS (
    SELECT * FROM prefixes
    WHERE sitemap_id IS NULL
),

files AS (
    SELECT
        id,
        url,
        kind,
        entries >= $most_entries AS is_full
    FROM fix_files
),

known AS (
    SELECT
        level,
        prefix,
        sitemap_id,
        COUNT(*) AS pages
    FROM prefixes
    WHERE
        sitemap_id IS NOT NULL
        AND (level, prefix) IN (SELECT (wanted.level, wanted.prefix) FROM wanted)
    GROUP BY level, prefix, sitemap_id
)

SELECT
    wanted.url,
    wanted."check",
    wanted.page_id,
    known.sitemap_id
FROM wanted
INNER JOIN known ON wanted.level = known.level AND wanted.prefix = known.prefix
INNER JOIN files AS file ON known.sitemap_id = file.id
QUALIFY ROW_NUMBER() OVER (
    PARTITION BY wanted.url
    ORDER BY
        wanted.level ASC,
        file.is_full ASC,
        known.pages DESC,
        file.kind = 'text',
        file.url ASC
) = 1
