/*
---
severity: error
cause: has more than 1,000 images for one URL
confidence: high
basis: documented
engines: [google]
needs: [entries]
over: entries
when: "images > 0"
parameters: {max_images: 1000}
see:
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/image-sitemaps
since: 0.1.0
---
# More than 1,000 images for one URL

## What it finds

A `<url>` with more than 1,000 `<image:image>` elements.

## Why it matters

Google accepts at most 1,000 images for each `<url>` and may ignore the rest.

## How to fix it

Limit the sitemap generator to the 1,000 most important images of a page, or split the gallery into
several pages.

## Example

### 1,001 images

`entries`

| loc | images | line |
|---|---|---|
| https://example.com/p | 1001 | 3 |
| https://example.com/q | 1000 | 9 |

finds:

| url | sitemap_url | line | observed | expected | fix |
|---|---|---|---|---|---|
| https://example.com/p | https://example.com/sitemap.xml | 3 | 1,001 images | At most 1,000 images | Remove images, or split the page |
*/
SELECT
    url,
    sitemap_url,
    line,
    CONCAT(FORMAT_NUMBER(images, 0), ' images') AS observed,
    CONCAT('At most ', FORMAT_NUMBER($max_images, 0), ' images') AS expected,
    'Remove images, or split the page' AS fix
FROM entries
WHERE images > $max_images
