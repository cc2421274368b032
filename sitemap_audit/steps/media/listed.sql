/*
One row per image, thumbnail and video that sitemaps list, with the first place that lists it.

The selection depends on listed URLs only, so that a resumed audit repeats it. The order by hash mixes
files of all parts of a site.
*/
WITH listed AS (
    SELECT
        'image' AS kind,
        loc,
        url AS page_url,
        url_key,
        sitemap_url,
        line
    FROM entry_images
    UNION ALL
    SELECT
        'thumbnail' AS kind,
        thumbnail_loc AS loc,
        url AS page_url,
        url_key,
        sitemap_url,
        line
    FROM entry_videos
    UNION ALL
    SELECT
        'video' AS kind,
        content_loc AS loc,
        url AS page_url,
        url_key,
        sitemap_url,
        line
    FROM entry_videos
)

SELECT
    kind,
    loc,
    page_url,
    sitemap_url,
    line
FROM listed
WHERE
    loc IS NOT NULL
    AND (url_key IS NULL OR url_key NOT IN (SELECT left_out.url_key FROM left_out))
QUALIFY ROW_NUMBER() OVER (PARTITION BY kind, loc ORDER BY sitemap_url, line) = 1
ORDER BY MD5(loc), kind
