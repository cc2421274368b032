/*
---
severity: notice
cause: has the wrong Content-Type
confidence: medium
basis: advisory
engines: [protocol, google, bing, yandex]
needs: [sitemaps]
over: sitemap_states
when: "kind NOT IN ('html', 'empty', 'unknown')"
unknown: "COALESCE(content_type, '') = ''"
see:
  - https://www.rfc-editor.org/rfc/rfc7303.html#section-4
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap
since: 0.1.0
---
# Wrong Content-Type for the sitemap

## What it finds

The Content-Type header does not match the file. XML must be `application/xml`, `text/xml` or
`application/…+xml`, a text sitemap `text/plain`, a gzip file `application/gzip` or
`application/octet-stream`. An uncompressed file with the type of a gzip file is reported too.

## Why it matters

Google and Bing detect the format from the content. Browsers, caches and firewalls use the header:
they show XML as text, change it as HTML, or try to decompress a file that is not compressed.

## How to fix it

Set the Content-Type for this file extension in the server or CDN configuration, or in the program
that generates the sitemap.

## Example

### XML sent as HTML, a text sitemap sent as XML

`sitemaps`

| url | kind | compression | content_type |
|---|---|---|---|
| https://example.com/a.xml | urlset | | text/html; charset=utf-8 |
| https://example.com/b.txt | text | | application/xml |
| https://example.com/c.xml.gz | urlset | gzip | text/plain |

finds:

| sitemap_url | observed | expected | fix | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|
| https://example.com/a.xml | text/html | application/xml | Set Content-Type to application/xml | https://example.com/a.xml | replace | header | Content-Type: text/html; charset=utf-8 | Content-Type: application/xml |
| https://example.com/b.txt | application/xml | text/plain | Set Content-Type to text/plain | https://example.com/b.txt | replace | header | Content-Type: application/xml | Content-Type: text/plain |
| https://example.com/c.xml.gz | text/plain on a gzip file | application/gzip | Set Content-Type to application/gzip | https://example.com/c.xml.gz | replace | header | Content-Type: text/plain | Content-Type: application/gzip |

### A gzip file sent as XML, XML sent as gzip

`sitemaps`

| url | kind | compression | content_encoding | content_type |
|---|---|---|---|---|
| https://example.com/a.xml.gz | urlset | gzip | | application/xml |
| https://example.com/b.xml.gz | urlset | | | application/x-gzip |
| https://example.com/c.xml.gz | urlset | | gzip | application/x-gzip |
| https://example.com/d.xml.gz | urlset | | gzip | application/xml |

finds:

| sitemap_url | observed | expected | fix | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|
| https://example.com/a.xml.gz | application/xml on a gzip file | application/gzip | Set Content-Type to application/gzip | https://example.com/a.xml.gz | replace | header | Content-Type: application/xml | Content-Type: application/gzip |
| https://example.com/b.xml.gz | application/x-gzip on an uncompressed file | application/xml | Set Content-Type to application/xml | https://example.com/b.xml.gz | replace | header | Content-Type: application/x-gzip | Content-Type: application/xml |

### Correct types

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
        WHEN is_compressed THEN CONCAT(type, ' on a gzip file')
        WHEN type IN ('application/gzip', 'application/x-gzip')
            THEN CONCAT(type, ' on an uncompressed file')
        ELSE type
    END AS observed,
    expected,
    CONCAT('Set Content-Type to ', expected) AS fix,
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
