/*
One row per annotation that goes or changes, by its findings or with the URL that it names: the code
and the URL that it has then, and as written (`new`); NULL if it goes.
*/
WITH told AS (
    SELECT
        sitemap_id,
        position,
        number,
        MIN("check") AS "check",
        BOOL_OR("action" = 'remove') AS is_gone,
        BOOL_OR("action" = 'remove' AND place = 'hreflang') AS is_again,
        MIN(
            CASE place
                WHEN 'hreflang-code' THEN "to"
                WHEN 'hreflang' THEN SPLIT_PART("to", ' ', 1)
            END
        ) AS code,
        MIN(
            CASE place
                WHEN 'hreflang-url' THEN "to"
                WHEN 'hreflang' THEN SUBSTR("to", INSTR("to", ' ') + 1)
            END
        ) AS href
    FROM fix_links_told
    GROUP BY sitemap_id, position, number
),

changed AS (
    SELECT
        link.sitemap_id,
        link.position,
        link.number,
        CONCAT(link.hreflang, ' ', link.href) AS "old",
        COALESCE(told.code, link.code, LOWER(link.hreflang)) AS code,
        COALESCE(told.code, link.hreflang) AS written_code,
        COALESCE(told.is_again, FALSE) AS is_again,
        COALESCE(told."check", gone."check") AS "check",
        CASE
            WHEN told.is_gone THEN NULL
            WHEN told.href IS NOT NULL THEN told.href
            WHEN gone.url_key IS NOT NULL THEN gone."to"
            ELSE link.alternate
        END AS alternate,
        CASE
            WHEN told.href IS NULL AND gone.url_key IS NOT NULL THEN gone."to"
            ELSE COALESCE(told.href, link.href)
        END AS written_url
    FROM entry_alternates AS link
    INNER JOIN fix_files AS file ON link.sitemap_id = file.id
    LEFT JOIN told
        ON
            link.sitemap_id = told.sitemap_id
            AND link.position = told.position
            AND link.number = told.number
    LEFT JOIN fix_gone AS gone ON link.alternate_key = gone.url_key
    WHERE
        (told.number IS NOT NULL OR gone.url_key IS NOT NULL)
        AND link.hreflang IS NOT NULL
        AND NOT CONTAINS(TRIM(link.hreflang), ' ')
)

SELECT
    sitemap_id,
    position,
    number,
    "old",
    code,
    is_again,
    "check",
    alternate,
    CASE WHEN alternate IS NOT NULL THEN CONCAT(written_code, ' ', written_url) END AS "new"
FROM changed
