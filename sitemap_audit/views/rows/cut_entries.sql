/*
---
row: entry
rests_on: named
---
One row per URL in the last entry read of an incomplete sitemap. The file may end within this entry,
so only its URL is certain.
*/
WITH last_places AS (
    SELECT
        entries.sitemap_id,
        MAX(entries.position) AS position
    FROM entries
    INNER JOIN sitemaps ON entries.sitemap_id = sitemaps.id
    WHERE NOT sitemaps.complete AND entries.kind = 'url'
    GROUP BY entries.sitemap_id
)

SELECT DISTINCT
    entries.url_key,
    entries.sitemap_id,
    entries.position
FROM entries
INNER JOIN last_places
    ON entries.sitemap_id = last_places.sitemap_id AND entries.position = last_places.position
WHERE entries.kind = 'url' AND entries.url_key IS NOT NULL
