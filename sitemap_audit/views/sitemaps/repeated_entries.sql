/*
---
row: entry
rests_on: others
---
One row per entry of a URL that several entries of files of one purpose list (sitemap_purposes).
`place`: 1 is the entry that stays: one with images, videos, news or hreflang before one without,
then one with the URL in its normal form, then by file and position. `place_in_file`: the same in
its file, of `times_in_file`.
*/
WITH repeated AS (
    SELECT
        entries.sitemap_id,
        entries.sitemap_url,
        entries.position,
        entries.line,
        entries.loc,
        entries.url,
        entries.url_key,
        purposes.purpose,
        entries.images + entries.videos + entries.news + entries.alternates AS extensions,
        CASE WHEN entries.loc = entries.url THEN 0 ELSE 1 END AS spelled
    FROM entries
    INNER JOIN listed ON entries.url_key = listed.url_key
    INNER JOIN sitemap_purposes AS purposes ON entries.sitemap_url = purposes.sitemap_url
    WHERE entries.kind = 'url' AND listed.entries > 1
),

places AS (
    SELECT
        sitemap_id,
        sitemap_url,
        position,
        line,
        loc,
        url,
        url_key,
        purpose,
        ROW_NUMBER() OVER (
            PARTITION BY url_key, purpose
            ORDER BY
                extensions DESC, spelled ASC, sitemap_url ASC, position ASC, sitemap_id ASC
        ) AS place,
        ROW_NUMBER() OVER (
            PARTITION BY url_key, sitemap_id
            ORDER BY extensions DESC, spelled ASC, position ASC
        ) AS place_in_file,
        COUNT(*) OVER (PARTITION BY url_key, purpose) AS times,
        COUNT(*) OVER (PARTITION BY url_key, sitemap_id) AS times_in_file
    FROM repeated
)

SELECT
    sitemap_id,
    sitemap_url,
    position,
    line,
    loc,
    url,
    url_key,
    purpose,
    place,
    place_in_file,
    times_in_file
FROM places
WHERE times > 1
