/*
---
severity: notice
confidence: pedantic
basis: documented
engines: [google]
aliases: [image-child-order]
needs: [entry_images]
over: entry_images
see:
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/image-sitemaps
since: 0.1.0
---
# Elements of an image out of order

## What it finds

An `<image:image>` whose elements do not stand in the order of the schema: loc, caption,
geo_location, title, license.

## Why it matters

The file is not valid by the schema of the extension. Google reads it all the same.

## How to fix it

Write `<image:loc>` first, and leave out the rest, which is no longer read.

## Example

### A title before the address

`entries`

| loc | line |
|---|---|
| https://example.com/p | 3 |

`entry_images`

| url | loc | elements |
|---|---|---|
| https://example.com/p | https://example.com/a.png | " title loc " |
| https://example.com/p | https://example.com/b.png | " loc title " |
| https://example.com/p | https://example.com/c.png | " loc " |

finds:

| url | sitemap_url | line | observed | expected |
|---|---|---|---|---|
| https://example.com/p | https://example.com/sitemap.xml | 3 | title loc | loc, caption, geo_location, title, license |
*/
SELECT
    url,
    sitemap_url,
    line,
    TRIM(elements) AS observed,
    'loc, caption, geo_location, title, license' AS expected
FROM entry_images
WHERE
    REGEXP_MATCHES(elements, '^ ((loc|caption|geo_location|title|license) )+$')
    AND NOT REGEXP_MATCHES(
        elements, '^ (loc )*(caption )*(geo_location )*(title )*(license )*$'
    )
