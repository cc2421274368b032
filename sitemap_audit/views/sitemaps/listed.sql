/*
---
row: entry
rests_on: named
---
One row per distinct URL in the sitemaps, with the first entry that lists it: a declared sitemap
before a guessed one, then by file name, then by position. `sitemaps`: number of files that list it;
`entries`: number of entries.
*/
WITH places AS (
    SELECT
        url,
        url_key,
        url_near_key,
        loc,
        sitemap_id,
        sitemap_url,
        position,
        line,
        ROW_NUMBER() OVER (
            PARTITION BY url_key
            ORDER BY
                CASE
                    WHEN sitemap_url IN (SELECT unnamed.url FROM unnamed_sitemaps AS unnamed)
                        THEN 1
                    ELSE 0
                END,
                sitemap_url, position, sitemap_id
        ) AS place
    FROM entries
    WHERE kind = 'url' AND url_key IS NOT NULL
),

totals AS (
    SELECT
        url_key,
        COUNT(DISTINCT sitemap_url) AS sitemaps,
        COUNT(*) AS entries
    FROM places
    GROUP BY url_key
)

SELECT
    places.url,
    places.url_key,
    places.url_near_key,
    places.loc,
    places.sitemap_id,
    places.sitemap_url,
    places.position,
    places.line,
    totals.sitemaps,
    totals.entries
FROM places
INNER JOIN totals ON places.url_key = totals.url_key
WHERE places.place = 1
