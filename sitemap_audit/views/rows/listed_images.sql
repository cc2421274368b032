/*
---
row: entry-part
rests_on: named
---
One row per image in a sitemap. `is_named`: the file name of the image is in the HTML of the page;
NULL where the page was not checked. `judged` counts the images of the same sitemap on the same host
that were checked, `named` those of them whose file name is in the HTML.
*/
WITH looked_for AS (
    SELECT
        page_images.url_key,
        page_images.image_url_key,
        BOOL_OR(page_images.is_named) AS is_named
    FROM page_images
    GROUP BY page_images.url_key, page_images.image_url_key
),

images AS (
    SELECT
        entry_images.sitemap_id,
        entry_images.sitemap_url,
        entry_images.line,
        entry_images.url,
        entry_images.image_url,
        SPLIT_PART(entry_images.image_url, '/', 3) AS host,
        looked_for.is_named
    FROM entry_images
    LEFT JOIN looked_for
        ON
            entry_images.url_key = looked_for.url_key
            AND entry_images.image_url_key = looked_for.image_url_key
    WHERE entry_images.url IS NOT NULL AND entry_images.image_url IS NOT NULL
),

shares AS (
    SELECT
        sitemap_id,
        host,
        COUNT(is_named) AS judged,
        COUNT(*) FILTER (WHERE is_named) AS named
    FROM images
    GROUP BY sitemap_id, host
)

SELECT
    images.sitemap_url,
    images.line,
    images.url,
    images.image_url,
    images.is_named,
    shares.judged,
    shares.named
FROM images
INNER JOIN shares ON images.sitemap_id = shares.sitemap_id AND images.host = shares.host
