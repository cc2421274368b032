/*
One row per entry to remove because another one lists the same URL. Kept is the first entry with the
URL in its normal form, else the first. `fix` and `action`: what to do with the entry.
*/
WITH places AS (
    SELECT
        entries.sitemap_id,
        entries.position,
        entries.url,
        ROW_NUMBER() OVER (
            PARTITION BY entries.url_key
            ORDER BY
                CASE WHEN entries.loc = entries.url THEN 0 ELSE 1 END,
                entries.sitemap_url,
                entries.position,
                entries.sitemap_id
        ) AS place
    FROM entries
    INNER JOIN listed ON entries.url_key = listed.url_key
    WHERE entries.kind = 'url' AND listed.entries > 1
)

SELECT
    sitemap_id,
    position,
    CONCAT('Remove from the sitemap; ', url, ' is listed') AS fix,
    'remove' AS action
FROM places
WHERE place > 1
