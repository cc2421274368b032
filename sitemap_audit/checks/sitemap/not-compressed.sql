/*
---
severity: notice
cause: is large and not compressed
confidence: pedantic
basis: documented
engines: [google, bing, yandex]
needs: [sitemaps]
over: sitemap_states
when: "state = 'ok' AND kind NOT IN ('html', 'empty', 'unknown')"
unknown: "seconds IS NULL"
parameters: {max_bytes: 1000000}
see:
  - https://www.sitemaps.org/protocol.html#otherformats
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap
since: 0.1.0
---
# Large sitemap not compressed

## What it finds

A sitemap of more than 1 MB is neither a gzip file nor sent with Content-Encoding, although this
audit accepts compressed responses. A sitemap that was read from a local file is not checked.

## Why it matters

Sitemap XML compresses to about a tenth. Without compression, each fetch costs bandwidth and time.
It does no harm to indexing.

## How to fix it

Compress XML and text responses with gzip or Brotli on the server or CDN, or serve the sitemap as
`.xml.gz`.

## Example

### Uncompressed, gzip file, Content-Encoding

`sitemaps`

| url | unpacked | compression | content_encoding |
|---|---|---|---|
| https://example.com/a.xml | 4000000 | | |
| https://example.com/b.xml.gz | 4000000 | gzip | |
| https://example.com/c.xml | 4000000 | | br |
| https://example.com/d.xml | 1000000 | | |

finds:

| sitemap_url | observed | expected | fix | change_url | action | place | to |
|---|---|---|---|---|---|---|---|
| https://example.com/a.xml | 4,000,000 bytes, uncompressed | Compressed with gzip | Compress with gzip on the server | https://example.com/a.xml | add | header | Content-Encoding: gzip |

### A text sitemap with Content-Encoding: identity

`sitemaps`

| url | kind | unpacked | content_encoding |
|---|---|---|---|
| https://example.com/a.txt | text | 1000001 | identity |

finds:

| sitemap_url | observed | expected | fix | change_url | action | place | to |
|---|---|---|---|---|---|---|---|
| https://example.com/a.txt | 1,000,001 bytes, uncompressed | Compressed with gzip | Compress with gzip on the server | https://example.com/a.txt | add | header | Content-Encoding: gzip |

### Small files

`sitemaps`

| url | unpacked |
|---|---|
| https://example.com/a.xml | 900 |

finds:

nothing
*/
SELECT
    url AS sitemap_url,
    CONCAT(FORMAT_NUMBER(unpacked, 0), ' bytes, uncompressed') AS observed,
    'Compressed with gzip' AS expected,
    'Compress with gzip on the server' AS fix,
    url AS change_url,
    'add' AS action,
    'header' AS place,
    'Content-Encoding: gzip' AS "to"
FROM sitemap_states
WHERE
    state = 'ok'
    AND kind NOT IN ('html', 'empty', 'unknown')
    AND seconds IS NOT NULL
    AND unpacked > $max_bytes
    AND compression IS NULL
    AND COALESCE(content_encoding, 'identity') IN ('', 'identity')
