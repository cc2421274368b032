/*
---
severity: notice
cause: has a deprecated image element
confidence: pedantic
basis: documented
engines: [google]
needs: [entry_images]
over: entry_images
see:
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/image-sitemaps
  - https://developers.google.com/search/blog/2022/05/spring-cleaning-sitemap-extensions
since: 0.1.0
---
# Deprecated image sitemap element

## What it finds

An `<image:image>` with `<image:caption>`, `<image:geo_location>`, `<image:title>` or
`<image:license>`.

## Why it matters

Google deprecated these elements in 2022 and ignores them. They do no harm, but make the file
larger.

## How to fix it

Remove the elements from the sitemap template or generator. Put captions and titles into the page,
next to the image, and license data into its structured data.

## Example

### Caption and title

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

| url | sitemap_url | line | observed | expected | fix | change_url | action | place | from |
|---|---|---|---|---|---|---|---|---|---|
| https://example.com/p | https://example.com/sitemap.xml | 3 | caption, title | Only loc | Remove caption, title | https://example.com/sitemap.xml | remove | image | caption, title |
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
    'Only loc' AS expected,
    CONCAT('Remove ', names) AS fix,
    sitemap_url AS change_url,
    'remove' AS action,
    'image' AS place,
    names AS "from"
FROM found
WHERE names <> ''
