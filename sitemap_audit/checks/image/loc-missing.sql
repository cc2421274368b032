/*
---
severity: error
confidence: high
basis: documented
engines: [google]
aliases: [image-loc-missing]
needs: [entry_images]
over: entry_images
see:
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/image-sitemaps
  - https://support.google.com/webmasters/answer/7451001
since: 0.1.0
---
# Image without an address

## What it finds

An `<image:image>` whose `<image:loc>` is missing, empty, relative or no http or https address.

## Why it matters

The address is all that Google reads of the element; Search Console reports a missing tag.

## How to fix it

Write the full address of the image into `<image:loc>`.

## Example

### None, an empty one, a path

`entries`

| loc | line |
|---|---|
| https://example.com/p | 3 |

`entry_images`

| url | loc |
|---|---|
| https://example.com/p | |
| https://example.com/p | "" |
| https://example.com/p | /a.png |
| https://example.com/p | https://example.com/a.png |

finds:

| url | sitemap_url | line | observed | expected | change_url | action | place | from |
|---|---|---|---|---|---|---|---|---|
| https://example.com/p | https://example.com/sitemap.xml | 3 | no image:loc | a full http or https address | https://example.com/sitemap.xml | remove | image | |
| https://example.com/p | https://example.com/sitemap.xml | 3 | an empty image:loc | a full http or https address | https://example.com/sitemap.xml | remove | image | "" |
| https://example.com/p | https://example.com/sitemap.xml | 3 | /a.png (relative) | a full http or https address | | | | |
*/
SELECT
    url,
    sitemap_url,
    line,
    CASE
        WHEN loc IS NULL THEN 'no image:loc'
        WHEN loc_problem = 'empty' THEN 'an empty image:loc'
        ELSE CONCAT(LEFT(loc, 2000), ' (', loc_problem, ')')
    END AS observed,
    'a full http or https address' AS expected,
    CASE WHEN COALESCE(loc_problem, 'empty') = 'empty' THEN sitemap_url END AS change_url,
    'remove' AS action,
    'image' AS place,
    loc AS "from"
FROM entry_images
WHERE loc_problem IS NOT NULL
