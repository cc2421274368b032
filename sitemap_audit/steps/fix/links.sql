/*
One row per annotation of an entry that goes, changes or is added.

One that would be there twice goes. One is added unless the URL has another one of the code, or, if
it only returns one, has the alternate with any code.
*/
WITH changed AS (
    SELECT DISTINCT
        link.sitemap_id,
        link.position,
        CASE WHEN link.is_again THEN 'link-again' ELSE 'link' END AS "action",
        link."old",
        CASE WHEN again.alternate IS NULL THEN link."new" END AS "new",
        link."check"
    FROM fix_changed_links AS link
    LEFT JOIN entry_alternates AS again
        ON
            link.sitemap_id = again.sitemap_id
            AND link.position = again.position
            AND link.number <> again.number
            AND link.code = again.code
            AND link.alternate = again.alternate
),

added AS (
    SELECT
        entry.sitemap_id,
        entry.position,
        'add-link' AS "action",
        NULL AS "old",
        CONCAT(wanted.code, ' ', wanted.alternate) AS "new",
        wanted."check"
    FROM fix_wanted AS wanted
    INNER JOIN fix_places AS entry
        ON
            wanted.url = entry.url
            AND COALESCE(wanted.sitemap_url = entry.sitemap_url, entry.place = 1)
    WHERE
        NOT EXISTS (
            SELECT 1 FROM fix_sets AS link
            WHERE
                link.url = wanted.url
                AND (
                    LOWER(link.code) = LOWER(wanted.code)
                    OR (link.alternate = wanted.alternate AND NOT wanted.is_told)
                )
        )
    QUALIFY ROW_NUMBER() OVER (
        PARTITION BY wanted.url, LOWER(wanted.code)
        ORDER BY NOT wanted.is_told, wanted.alternate, wanted."check", entry.place
    ) = 1
)

SELECT * FROM changed
UNION ALL
SELECT * FROM added
