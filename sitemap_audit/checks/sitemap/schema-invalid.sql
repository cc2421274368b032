/*
---
severity: notice
cause: does not match the XML schema
confidence: pedantic
basis: documented
engines: [protocol, google]
needs: [sitemap_problems, sitemaps, entry_images, entry_videos]
over: sitemaps
when: "kind IN ('urlset', 'sitemapindex')"
see:
  - https://www.sitemaps.org/protocol.html#validating
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/video-sitemaps
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/news-sitemap
since: 0.1.0
---
# Sitemap does not match the XML schema

## What it finds

The XML schema of sitemaps, sitemap indexes or the image, video and news extensions does not allow
something that no other check reports: elements in the wrong order, attributes, text or elements in
the wrong place, a non-numeric `<video:view_count>`, or an invalid percent-encoding in the URL of an
image or video.
Each kind is reported once per file, at its first place. Of entries with images, videos or news,
only every twentieth is checked after the first thousand.

## Why it matters

Search engines do not validate sitemaps with the schema. But XML validators reject the file.

## How to fix it

Write `<loc>`, `<lastmod>`, `<changefreq>` and `<priority>` in this order in the sitemap template,
then the extensions with their elements as documented. Validate the file with an XML editor and the
schemas to see every place.

## Example

### Wrong order, an attribute, text

`sitemap`

```xml
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
<url><lastmod>2026-01-15</lastmod><loc>https://example.com/a</loc></url>
<url id="2"><loc>https://example.com/b</loc>new</url>
</urlset>
```

finds:

| sitemap_url | line | observed | expected | fix | change_url | action | place | from |
|---|---|---|---|---|---|---|---|---|
| https://example.com/sitemap.xml | 2 | Elements of an entry in the wrong order | <loc>, <lastmod>, <changefreq>, <priority>, then extensions | Correct the order of the elements | | | | |
| https://example.com/sitemap.xml | 3 | Attribute id of <url> | No attributes | Remove the attribute | https://example.com/sitemap.xml | remove | xml | the attribute id of <url> |
| https://example.com/sitemap.xml | 3 | Text in <url> | Only elements | Remove the text | | | | |

### <video:view_count> is not a number

`entry_videos`

| line | view_count |
|---|---|
| 3 | 12000 |
| 9 | 12k |
| 15 | many |

finds:

| sitemap_url | line | observed | expected | fix |
|---|---|---|---|---|
| https://example.com/sitemap.xml | 9 | <video:view_count>: 12k | A whole number | Use a whole number |

### Correct order, attributes of XML Schema, elements of a private namespace

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

media_urls AS (
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
    FROM media_urls
    WHERE REGEXP_MATCHES(written, '%([^0-9A-Fa-f]|.[^0-9A-Fa-f]|.?$)')
    GROUP BY sitemap_id, sitemap_url
)

SELECT
    sitemap_url,
    line,
    detail AS observed,
    expected,
    CASE
        WHEN LOWER(detail) LIKE '%attribute %' THEN 'Remove the attribute'
        WHEN detail LIKE '% order' THEN 'Correct the order of the elements'
        WHEN detail LIKE 'Text in %' THEN 'Remove the text'
        WHEN detail LIKE 'Element in %' THEN 'Replace the element with its text'
        WHEN detail LIKE 'Content in %' THEN 'Remove the content of the element'
        ELSE 'Remove the element'
    END AS fix,
    CASE WHEN LOWER(detail) LIKE '%attribute %' THEN sitemap_url END AS change_url,
    'remove' AS action,
    'xml' AS place,
    REGEXP_REPLACE(detail, '^Attribute', 'the attribute') AS "from"
FROM file_faults
WHERE code = 'schema'
UNION ALL
SELECT
    sitemap_url,
    line,
    CONCAT('<video:view_count>: ', LEFT(TRIM(written), 100)) AS observed,
    'A whole number' AS expected,
    'Use a whole number' AS fix,
    CAST(NULL AS VARCHAR) AS change_url,
    CAST(NULL AS VARCHAR) AS action,
    CAST(NULL AS VARCHAR) AS place,
    CAST(NULL AS VARCHAR) AS "from"
FROM views
UNION ALL
SELECT
    sitemap_url,
    line,
    CONCAT('Invalid percent-encoding: ', LEFT(written, 2000)) AS observed,
    '% with two hexadecimal digits (%C3%A9)' AS expected,
    'Encode % as %25' AS fix,
    CAST(NULL AS VARCHAR) AS change_url,
    CAST(NULL AS VARCHAR) AS action,
    CAST(NULL AS VARCHAR) AS place,
    CAST(NULL AS VARCHAR) AS "from"
FROM escapes
