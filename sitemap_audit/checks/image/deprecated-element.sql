/*
---
severity: notice
confidence: pedantic
basis: documented
engines: [google]
aliases: [image-deprecated-tag]
needs: [entry_images]
over: entry_images
see:
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/image-sitemaps
  - https://developers.google.com/search/blog/2022/05/spring-cleaning-sitemap-extensions
since: 0.1.0
---
# Image with elements that are no longer read

## What it finds

An image with `<image:caption>`, `<image:geo_location>`, `<image:title>` or `<image:license>`.

## Why it matters

Google has not read them since 2022. They do no harm.

## How to fix it

Leave the elements out.

## Example

### A title and a caption

`entries`

| loc | line |
|---|---|
| https://example.com/p | 3 |

`entry_images`

| url | loc | elements |
|---|---|---|
| https://example.com/p | https://example.com/a.png | " loc caption title " |
| https://example.com/p | https://example.com/b.png | " loc " |

finds:

| url | sitemap_url | line | observed | expected | change_url | action | place | from |
|---|---|---|---|---|---|---|---|---|
| https://example.com/p | https://example.com/sitemap.xml | 3 | caption, title | none of these | https://example.com/sitemap.xml | remove | image | caption, title |
*/
WITH found AS (
    SELECT
        url,
        sitemap_url,
        line,
        CONCAT_WS(
            ', ',
            CASE WHEN elements LIKE '% caption %' THEN 'caption' END,
            CASE WHEN elements LIKE '% geo_location %' THEN 'geo_location' END,
            CASE WHEN elements LIKE '% title %' THEN 'title' END,
            CASE WHEN elements LIKE '% license %' THEN 'license' END
        ) AS names
    FROM entry_images
)

SELECT
    url,
    sitemap_url,
    line,
    names AS observed,
    'none of these' AS expected,
    sitemap_url AS change_url,
    'remove' AS action,
    'image' AS place,
    names AS "from"
FROM found
WHERE names <> ''
