/*
---
severity: notice
cause: has image elements in the wrong order
confidence: pedantic
basis: documented
engines: [google]
needs: [entry_images]
over: entry_images
see:
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/image-sitemaps
since: 0.1.0
---
# Image elements in wrong order

## What it finds

An `<image:image>` whose child elements are not in the order of the schema: `loc`, `caption`,
`geo_location`, `title`, `license`.

## Why it matters

The file is not valid against Google's schema (XSD), and validators report it. Google still reads
`<image:loc>`.

## How to fix it

Write `<image:loc>` first in the sitemap template or generator. Remove the other four elements:
Google has ignored them since 2022.

## Example

### `title` before `loc`

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

| url | sitemap_url | line | observed | expected | fix | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|---|---|
| https://example.com/p | https://example.com/sitemap.xml | 3 | title, loc | Order: loc, caption, geo_location, title, license | Use the order loc, title | https://example.com/sitemap.xml | replace | xml | <image:title> <image:loc> | <image:loc> <image:title> |
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
    REPLACE(elements, ' ', ', ') AS observed,
    'Order: loc, caption, geo_location, title, license' AS expected,
    CONCAT('Use the order ', REPLACE(ordered, ' ', ', ')) AS fix,
    sitemap_url AS change_url,
    'replace' AS action,
    'xml' AS place,
    CONCAT('<image:', REPLACE(elements, ' ', '> <image:'), '>') AS "from",
    CONCAT('<image:', REPLACE(ordered, ' ', '> <image:'), '>') AS "to"
FROM found
