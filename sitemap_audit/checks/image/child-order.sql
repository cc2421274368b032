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

| url | sitemap_url | line | observed | expected | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|---|
| https://example.com/p | https://example.com/sitemap.xml | 3 | title loc | loc, caption, geo_location, title, license | https://example.com/sitemap.xml | replace | xml | <image:title> <image:loc> | <image:loc> <image:title> |
*/
WITH found AS (
    SELECT
        url,
        sitemap_url,
        line,
        TRIM(elements) AS elements,
        REGEXP_REPLACE(
            TRIM(
                CONCAT(
                    REGEXP_REPLACE(elements, '(caption|geo_location|title|license) ', '', 'g'),
                    REGEXP_REPLACE(elements, '(loc|geo_location|title|license) ', '', 'g'),
                    REGEXP_REPLACE(elements, ' (loc|caption|title|license)', '', 'g'),
                    REGEXP_REPLACE(elements, '(loc|caption|geo_location|license) ', '', 'g'),
                    REGEXP_REPLACE(elements, '(loc|caption|geo_location|title) ', '', 'g')
                )
            ),
            ' +',
            ' ',
            'g'
        ) AS ordered
    FROM entry_images
    WHERE
        REGEXP_MATCHES(elements, '^ ((loc|caption|geo_location|title|license) )+$')
        AND NOT REGEXP_MATCHES(
            elements, '^ (loc )*(caption )*(geo_location )*(title )*(license )*$'
        )
)

SELECT
    url,
    sitemap_url,
    line,
    elements AS observed,
    'loc, caption, geo_location, title, license' AS expected,
    sitemap_url AS change_url,
    'replace' AS action,
    'xml' AS place,
    CONCAT('<image:', REPLACE(elements, ' ', '> <image:'), '>') AS "from",
    CONCAT('<image:', REPLACE(ordered, ' ', '> <image:'), '>') AS "to"
FROM found
