/*
---
severity: notice
confidence: pedantic
basis: documented
engines: [protocol, google]
aliases: [schema-invalid]
needs: [sitemap_problems, sitemaps, entry_images, entry_videos]
over: sitemaps
when: "kind IN ('urlset', 'sitemapindex')"
see:
  - https://www.sitemaps.org/protocol.html#validating
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/video-sitemaps
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/news-sitemap
since: 0.1.0
---
# Sitemap that its schema does not allow

## What it finds

What the schemas of sitemaps, of their indexes and of the image, video and news extensions forbid
and no other check tells: elements in another order, attributes that there are none of, text or
elements where they may not stand, a `%` that is no escape in the address of an image or video, elements of an extension that it does not have or that stand
outside of it. Each kind once a file, where it first stands. Of entries with images,
videos or news, one of twenty is looked at behind the first thousand.

## Why it matters

Search engines do not hold files to the schemas. What stands in a place of its own, such as an
`<image:loc>` outside of `<image:image>`, is not read though, and programs that validate sitemaps
refuse the file.

## How to fix it

Write loc, lastmod, changefreq and priority in this order, extensions behind them, and the elements
of each extension as its documentation lists them. An XML editor that is given the schemas shows
every place.

## Example

### Another order, an attribute, text, an image's address on its own

`sitemap`

```xml
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">
<url><lastmod>2026-01-15</lastmod><loc>https://example.com/a</loc></url>
<url id="2"><loc>https://example.com/b</loc>new</url>
<url><loc>https://example.com/c</loc><image:loc>https://example.com/c.png</image:loc></url>
</urlset>
```

finds:

| sitemap_url | line | observed | expected | change_url | action | place | from |
|---|---|---|---|---|---|---|---|
| https://example.com/sitemap.xml | 2 | the elements of an entry in another order | <loc> before <lastmod> before <changefreq> before <priority>, then extensions | | | | |
| https://example.com/sitemap.xml | 3 | the attribute id of <url> | no attributes | https://example.com/sitemap.xml | remove | xml | the attribute id of <url> |
| https://example.com/sitemap.xml | 3 | text in <url> | elements alone | | | | |
| https://example.com/sitemap.xml | 4 | <image:loc> that is in no <image:image> | <image:image> around it | | | | |

### Views that are no number

`entry_videos`

| line | view_count |
|---|---|
| 3 | 12000 |
| 9 | 12k |
| 15 | many |

finds:

| sitemap_url | line | observed | expected |
|---|---|---|---|
| https://example.com/sitemap.xml | 9 | <video:view_count> of 12k | a whole number |

### In order, with what belongs to the schemas themselves and to others

`sitemap`

```xml
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
xsi:schemaLocation="http://www.sitemaps.org/schemas/sitemap/0.9 http://www.sitemaps.org/schemas/sitemap/0.9/sitemap.xsd"
xmlns:shop="https://example.com/ns">
<url><loc>https://example.com/a</loc><lastmod>2026-01-15</lastmod><priority>0.5</priority>
<shop:stock unit="kg">3<shop:more/></shop:stock></url>
</urlset>
```

finds:

nothing
*/
WITH views AS (
    SELECT
        sitemap_url,
        MIN(line) AS line,
        ARG_MIN(view_count, line) AS written
    FROM entry_videos
    WHERE NOT REGEXP_MATCHES(view_count, '^\s*[+]?[0-9]+\s*$')
    GROUP BY sitemap_id, sitemap_url
),

addresses AS (
    SELECT
        sitemap_id,
        sitemap_url,
        line,
        loc AS written
    FROM entry_images
    UNION ALL
    SELECT
        sitemap_id,
        sitemap_url,
        line,
        CONCAT_WS(' ', thumbnail_loc, content_loc, player_loc) AS written
    FROM entry_videos
),

escapes AS (
    SELECT
        sitemap_url,
        MIN(line) AS line,
        ARG_MIN(REGEXP_EXTRACT(written, '\S*%([^0-9A-Fa-f]|.[^0-9A-Fa-f]|.?$)\S*'), line) AS written
    FROM addresses
    WHERE REGEXP_MATCHES(written, '%([^0-9A-Fa-f]|.[^0-9A-Fa-f]|.?$)')
    GROUP BY sitemap_id, sitemap_url
)

SELECT
    sitemap_url,
    line,
    detail AS observed,
    expected,
    CASE WHEN detail LIKE 'the attribute %' THEN sitemap_url END AS change_url,
    'remove' AS action,
    'xml' AS place,
    detail AS "from"
FROM file_faults
WHERE code = 'schema'
UNION ALL
SELECT
    sitemap_url,
    line,
    CONCAT('<video:view_count> of ', LEFT(TRIM(written), 100)) AS observed,
    'a whole number' AS expected,
    CAST(NULL AS VARCHAR) AS change_url,
    CAST(NULL AS VARCHAR) AS action,
    CAST(NULL AS VARCHAR) AS place,
    CAST(NULL AS VARCHAR) AS "from"
FROM views
UNION ALL
SELECT
    sitemap_url,
    line,
    CONCAT('% without two digits in ', LEFT(written, 2000)) AS observed,
    'percent escapes, such as %C3%A9' AS expected,
    CAST(NULL AS VARCHAR) AS change_url,
    CAST(NULL AS VARCHAR) AS action,
    CAST(NULL AS VARCHAR) AS place,
    CAST(NULL AS VARCHAR) AS "from"
FROM escapes
