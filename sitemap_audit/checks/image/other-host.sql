/*
---
severity: notice
cause: has an image on another host
confidence: pedantic
basis: documented
engines: [google]
needs: [entry_images]
over: entry_images
when: "image_url IS NOT NULL AND url IS NOT NULL"
see:
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/image-sitemaps
since: 0.1.0
---
# Images on another host

## What it finds

Hosts other than the page's own that serve images of a sitemap, with the number of images on each.
`related_url` is the first image.

## Why it matters

Google accepts images on another host, such as a CDN, if both hosts are verified in Search Console.
An audit cannot see whether they are verified.

## How to fix it

Add the image host to Search Console and verify it. If that is not possible, serve the images from a
host that you own, for example `img.example.com` as the CDN's host name.

## Example

### Two images on a CDN

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

| sitemap_url | related_url | line | observed | expected | fix |
|---|---|---|---|---|---|
| https://example.com/sitemap.xml | https://cdn.example.net/a.png | 3 | 2 images on cdn.example.net | Host verified in Search Console | Add cdn.example.net to Search Console and verify it |
*/
SELECT
    sitemap_url,
    MIN(image_url) AS related_url,
    MIN(line) AS line,
    CONCAT(
        COUNT(*),
        CASE WHEN COUNT(*) = 1 THEN ' image on ' ELSE ' images on ' END,
        SPLIT_PART(image_url, '/', 3)
    ) AS observed,
    'Host verified in Search Console' AS expected,
    CONCAT('Add ', SPLIT_PART(image_url, '/', 3), ' to Search Console and verify it') AS fix
FROM entry_images
WHERE SPLIT_PART(image_url, '/', 3) <> SPLIT_PART(url, '/', 3)
GROUP BY sitemap_id, sitemap_url, SPLIT_PART(image_url, '/', 3)
