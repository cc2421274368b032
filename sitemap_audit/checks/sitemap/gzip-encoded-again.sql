/*
---
severity: notice
confidence: medium
basis: advisory
engines: [protocol, google, bing, yandex]
needs: [sitemaps]
over: sitemap_states
when: "compression = 'gzip'"
see:
  - https://www.rfc-editor.org/rfc/rfc9110.html#section-8.4
  - https://www.sitemaps.org/protocol.html#index
since: 0.2.0
---
# Gzip sitemap compressed again by Content-Encoding

## What it finds

A sitemap that is a gzip file and is sent with a Content-Encoding besides, so that it is compressed
twice. A Content-Encoding on a file that is not compressed is as it should be.

## Why it matters

The second compression saves nothing. A client has to decompress twice, once for the header and once
for the file; a client that does it once reads compressed bytes and no sitemap.

## How to fix it

Configure the server not to compress files whose name ends in `.gz`.

## Example

### A gzip file with Content-Encoding, one without, and plain XML with it

`sitemaps`

| url | compression | content_encoding |
|---|---|---|
| https://example.com/a.xml.gz | gzip | gzip |
| https://example.com/b.xml.gz | gzip | |
| https://example.com/c.xml | | gzip |
| https://example.com/d.xml.gz | gzip | identity |

finds:

| sitemap_url | observed | expected | change_url | action | place | from |
|---|---|---|---|---|---|---|
| https://example.com/a.xml.gz | a gzip file with Content-Encoding: gzip | no Content-Encoding | https://example.com/a.xml.gz | remove | header | Content-Encoding: gzip |

### Nothing was received

`sitemaps`

| url | status | kind |
|---|---|---|
| https://example.com/a.xml.gz | 503 | |

finds:

nothing
*/
SELECT
    url AS sitemap_url,
    CONCAT('a gzip file with Content-Encoding: ', content_encoding) AS observed,
    'no Content-Encoding' AS expected,
    url AS change_url,
    'remove' AS action,
    'header' AS place,
    'Content-Encoding: ' || content_encoding AS "from"
FROM sitemap_states
WHERE
    compression = 'gzip'
    AND COALESCE(LOWER(content_encoding), '') NOT IN ('', 'identity')
