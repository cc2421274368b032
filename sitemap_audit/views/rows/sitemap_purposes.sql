/*
---
row: file
rests_on: others
---
One row per file that lists pages, with its purpose: pages | images | videos | news | feed. A file
is for images, videos or news if every page in it has some; for images and videos, its name must say
so too, or it has no lastmod, changefreq and priority. A main sitemap with the images of its pages
is not an image sitemap. RSS and Atom feeds list new pages, in addition to the sitemap of all pages.
*/
WITH files AS (
    SELECT
        sitemap_url,
        MIN(images) AS images,
        MIN(videos) AS videos,
        MIN(news) AS news,
        COUNT(lastmod) + COUNT(changefreq) + COUNT(priority) = 0 AS is_bare,
        LOWER(REGEXP_EXTRACT(sitemap_url, '[^/]*/*$')) AS name
    FROM entries
    WHERE kind = 'url'
    GROUP BY sitemap_url
)

SELECT
    sitemap_url,
    CASE
        WHEN
            sitemap_url IN (
                SELECT feeds.url FROM sitemaps AS feeds
                WHERE feeds.kind IN ('rss-2.0', 'rss-1.0', 'atom-1.0', 'atom-0.3')
            )
            THEN 'feed'
        WHEN news > 0 THEN 'news'
        WHEN videos > 0 AND (is_bare OR REGEXP_EXTRACT(name, 'video|film|movie') <> '')
            THEN 'videos'
        WHEN
            images > 0
            AND (is_bare OR REGEXP_EXTRACT(name, 'image|img|photo|foto|picture|bild') <> '')
            THEN 'images'
        ELSE 'pages'
    END AS purpose
FROM files
