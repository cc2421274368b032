/*
---
severity: notice
confidence: pedantic
basis: documented
engines: [google]
aliases: [image-other-host]
needs: [entry_images]
over: entry_images
when: "image_url IS NOT NULL AND url IS NOT NULL"
see:
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/image-sitemaps
since: 0.1.0
---
# Images on another host

## What it finds

The other hosts that a sitemap's images lie on, with the number of images and the first of them.

## Why it matters

Google takes images from another host, such as one for files, where both are verified in Search
Console. That cannot be seen from here.

## How to fix it

Verify the host of the images too.

## Example

### A host for files

`entries`

| loc | line |
|---|---|
| https://example.com/p | 3 |

`entry_images`

| url | loc |
|---|---|
| https://example.com/p | https://cdn.example.net/a.png |
| https://example.com/p | https://cdn.example.net/b.png |
| https://example.com/p | https://example.com/c.png |

finds:

| sitemap_url | related_url | line | observed | expected |
|---|---|---|---|---|
| https://example.com/sitemap.xml | https://cdn.example.net/a.png | 3 | 2 images on cdn.example.net | a host that is verified in Search Console |
*/
SELECT
    sitemap_url,
    MIN(image_url) AS related_url,
    MIN(line) AS line,
    CONCAT(COUNT(*), ' images on ', SPLIT_PART(image_url, '/', 3)) AS observed,
    'a host that is verified in Search Console' AS expected
FROM entry_images
WHERE SPLIT_PART(image_url, '/', 3) <> SPLIT_PART(url, '/', 3)
GROUP BY sitemap_id, sitemap_url, SPLIT_PART(image_url, '/', 3)
