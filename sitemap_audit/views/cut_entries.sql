/*
One row per URL whose entry is the last that was read of a sitemap that was not read to its end: the
file may break off in its midst, so what it says beyond its URL is not all known.
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
