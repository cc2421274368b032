/*
---
severity: error
confidence: high
basis: documented
engines: [google]
aliases: [image-too-many]
needs: [entries]
over: entries
when: "images > 0"
parameters: {max_images: 1000}
see:
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/image-sitemaps
since: 0.1.0
---
# Entry with too many images

## What it finds

An entry with more than 1,000 `<image:image>`.

## Why it matters

Google reads 1,000 images of a page; the rest is lost.

## How to fix it

Divide the images among several pages, or list the most important ones.

## Example

### One too many

`entries`

| loc | images | line |
|---|---|---|
| https://example.com/p | 1001 | 3 |
| https://example.com/q | 1000 | 9 |

finds:

| url | sitemap_url | line | observed | expected |
|---|---|---|---|---|
| https://example.com/p | https://example.com/sitemap.xml | 3 | 1001 images | at most 1000 |
*/
SELECT
    url,
    sitemap_url,
    line,
    CONCAT(images, ' images') AS observed,
    CONCAT('at most ', $max_images) AS expected
FROM entries
WHERE images > $max_images
