/*
---
severity: notice
cause: is a gzip file that the server compresses again
confidence: medium
basis: advisory
engines: [protocol, google, bing, yandex]
needs: [sitemap_problems, sitemaps]
over: sitemap_states
when: "compression = 'gzip'"
see:
  - https://www.rfc-editor.org/rfc/rfc9110.html#section-8.4
  - https://www.sitemaps.org/protocol.html#index
since: 0.2.0
---
# Gzip sitemap compressed again by Content-Encoding

## What it finds

A sitemap is a gzip file, and the server sends it with a Content-Encoding header, so it is
compressed twice. A Content-Encoding on an uncompressed file is correct. A header without a second
compression is reported by `sitemap/false-content-encoding`.

## Why it matters

The second compression saves nothing. A client must decompress twice: once for the header, once for
the file. A client that decompresses once reads gzip data instead of a sitemap.

## How to fix it

Configure the server or CDN not to compress files with the extension `.gz`.

## Example

### Gzip with Content-Encoding, gzip without, XML with Content-Encoding

`sitemaps`

| url | compression | content_encoding |
|---|---|---|
| https://example.com/a.xml.gz | gzip | gzip |
| https://example.com/b.xml.gz | gzip | |
| https://example.com/c.xml | | gzip |
| https://example.com/d.xml.gz | gzip | identity |

finds:

| sitemap_url | observed | expected | fix | change_url | action | place | from |
|---|---|---|---|---|---|---|---|
| https://example.com/a.xml.gz | Content-Encoding: gzip on a gzip file | No Content-Encoding | Remove Content-Encoding: gzip | https://example.com/a.xml.gz | remove | header | Content-Encoding: gzip |

### A 503

`sitemaps`

| url | status | kind |
|---|---|---|
| https://example.com/a.xml.gz | 503 | |

finds:

nothing
*/
SELECT
    url AS sitemap_url,
    CONCAT('Content-Encoding: ', content_encoding, ' on a gzip file') AS observed,
    'No Content-Encoding' AS expected,
    CONCAT('Remove Content-Encoding: ', content_encoding) AS fix,
    url AS change_url,
    'remove' AS action,
    'header' AS place,
    'Content-Encoding: ' || content_encoding AS "from"
FROM sitemap_states
WHERE
    compression = 'gzip'
    AND COALESCE(LOWER(content_encoding), '') NOT IN ('', 'identity')
    AND id NOT IN (
        SELECT file_faults.sitemap_id
        FROM file_faults
        WHERE file_faults.code = 'content-encoding'
    )
