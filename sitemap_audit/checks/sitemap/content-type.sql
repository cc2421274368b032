/*
---
severity: notice
confidence: medium
basis: advisory
engines: [protocol, google, bing, yandex]
aliases: [sitemap-content-type]
needs: [sitemaps]
over: sitemap_states
when: "kind NOT IN ('html', 'empty', 'unknown')"
unknown: "COALESCE(content_type, '') = ''"
see:
  - https://www.rfc-editor.org/rfc/rfc7303.html#section-4
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap
since: 0.1.0
---
# Sitemap with a Content-Type that does not fit

## What it finds

A file that is a sitemap by its content, and is sent as something else: XML that is not
`application/xml`, `text/xml` or `application/…+xml`, a list of URLs that is not `text/plain`, a
gzip file that is neither `application/gzip` nor `application/octet-stream`, or a file that is not
compressed and is sent as gzip.

## Why it matters

Search engines look into the file. Browsers, caches and firewalls go by the header: they show XML as
a page of text, change what they take for HTML, and cannot decompress what is not compressed.

## How to fix it

Set the type for the file's ending in the server's configuration, or in the program that writes it.

## Example

### XML as HTML, and a list as XML

`sitemaps`

| url | kind | compression | content_type |
|---|---|---|---|
| https://example.com/a.xml | urlset | | text/html; charset=utf-8 |
| https://example.com/b.txt | text | | application/xml |
| https://example.com/c.xml.gz | urlset | gzip | text/plain |

finds:

| sitemap_url | observed | expected | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|
| https://example.com/a.xml | text/html | application/xml | https://example.com/a.xml | replace | header | Content-Type: text/html; charset=utf-8 | Content-Type: application/xml |
| https://example.com/b.txt | application/xml | text/plain | https://example.com/b.txt | replace | header | Content-Type: application/xml | Content-Type: text/plain |
| https://example.com/c.xml.gz | text/plain; the file is compressed with gzip | application/gzip | https://example.com/c.xml.gz | replace | header | Content-Type: text/plain | Content-Type: application/gzip |

### A gzip file as XML, XML as a gzip file

`sitemaps`

| url | kind | compression | content_encoding | content_type |
|---|---|---|---|---|
| https://example.com/a.xml.gz | urlset | gzip | | application/xml |
| https://example.com/b.xml.gz | urlset | | | application/x-gzip |
| https://example.com/c.xml.gz | urlset | | gzip | application/x-gzip |
| https://example.com/d.xml.gz | urlset | | gzip | application/xml |

finds:

| sitemap_url | observed | expected | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|
| https://example.com/a.xml.gz | application/xml; the file is compressed with gzip | application/gzip | https://example.com/a.xml.gz | replace | header | Content-Type: application/xml | Content-Type: application/gzip |
| https://example.com/b.xml.gz | application/x-gzip; the file is not compressed | application/xml | https://example.com/b.xml.gz | replace | header | Content-Type: application/x-gzip | Content-Type: application/xml |

### Types that fit

`sitemaps`

| url | kind | compression | content_type |
|---|---|---|---|
| https://example.com/a.xml | urlset | | Text/XML;charset=utf-8 |
| https://example.com/b.xml | rss-2.0 | | application/rss+xml |
| https://example.com/c.txt | text | | text/plain |
| https://example.com/d.xml.gz | urlset | gzip | application/x-gzip |
| https://example.com/e.xml.gz | urlset | gzip | application/octet-stream |
| https://example.com/g.xml | urlset | | "" |
| https://example.com/h.xml | html | | text/html |

finds:

nothing
*/
WITH types AS (
    SELECT
        url,
        kind,
        content_type,
        LOWER(TRIM(SPLIT_PART(content_type, ';', 1))) AS type,
        compression IS NOT NULL AS is_compressed,
        COALESCE(content_encoding, '') NOT IN ('', 'identity') AS is_encoded,
        SPLIT_PART(LOWER(url), '?', 1) LIKE '%.gz' AS is_named_gz,
        CASE
            WHEN compression IS NOT NULL THEN 'application/gzip'
            WHEN kind = 'text' THEN 'text/plain'
            ELSE 'application/xml'
        END AS expected
    FROM sitemap_states
    WHERE kind NOT IN ('html', 'empty', 'unknown') AND content_type IS NOT NULL
)

SELECT
    url AS sitemap_url,
    CASE
        WHEN is_compressed THEN CONCAT(type, '; the file is compressed with gzip')
        WHEN type IN ('application/gzip', 'application/x-gzip')
            THEN CONCAT(type, '; the file is not compressed')
        ELSE type
    END AS observed,
    expected,
    url AS change_url,
    'replace' AS action,
    'header' AS place,
    'Content-Type: ' || content_type AS "from",
    'Content-Type: ' || expected AS "to"
FROM types
WHERE
    type <> ''
    AND NOT (NOT is_compressed AND kind = 'text' AND type = 'text/plain')
    AND NOT (NOT is_compressed AND kind <> 'text' AND type IN ('application/xml', 'text/xml'))
    AND NOT (NOT is_compressed AND kind <> 'text' AND type LIKE 'application/%+xml')
    AND NOT ((is_compressed OR is_named_gz) AND type = 'application/octet-stream')
    AND NOT (
        (is_compressed OR (is_named_gz AND is_encoded))
        AND type IN ('application/gzip', 'application/x-gzip')
    )
