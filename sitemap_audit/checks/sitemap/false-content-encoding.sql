/*
---
severity: warning
cause: has a Content-Encoding that the body does not have
confidence: high
basis: documented
engines: [protocol]
needs: [sitemap_problems, sitemaps]
over: sitemap_states
when: "COALESCE(content_encoding, 'identity') NOT IN ('', 'identity')"
see:
  - https://www.rfc-editor.org/rfc/rfc9110.html#section-8.4.1
  - https://www.iana.org/assignments/http-parameters/http-parameters.xhtml#content-coding
since: 0.2.0
---
# Content-Encoding is not the body's

## What it finds

The Content-Encoding header of a sitemap names something that is not done to the body: a word that
is no content coding (`UTF-8`, `none`, `gz`, `aws-chunked`), or a coding that the body does not have
(`gzip` on an uncompressed body). The sitemap is read as it is.

## Why it matters

A client decodes the body as the header says, or refuses it. Clients that know a coding and cannot
decode the body read nothing. What a client does with an unknown coding is its own choice.

## How to fix it

Remove the header in the configuration of the server, the CDN or the upload to the object store. A
character encoding belongs in Content-Type (`charset=utf-8`). `aws-chunked` is left over from a
signed upload to Amazon S3: set Content-Encoding of the object.

## Example

### A character encoding; gz on a file compressed once

`sitemap` https://example.com/a.xml
Content-Encoding: UTF-8

```xml
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"/>
```

`sitemap` https://example.com/b.xml
Content-Encoding: gz
as: utf-8, gzip

```xml
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"/>
```

finds:

| sitemap_url | observed | expected | fix | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|
| https://example.com/a.xml | Content-Encoding: UTF-8; body: not compressed (UTF-8 is a character encoding) | No Content-Encoding | Remove Content-Encoding: UTF-8 | https://example.com/a.xml | remove | header | Content-Encoding: UTF-8 | |
| https://example.com/b.xml | Content-Encoding: gz; body: gzip file (gz is no content coding) | Content-Encoding: gzip | Replace with Content-Encoding: gzip | https://example.com/b.xml | replace | header | Content-Encoding: gz | Content-Encoding: gzip |

### Gzip, uncompressed

`sitemap` https://example.com/a.xml
Content-Encoding: gzip
as: utf-8, gzip

```xml
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"/>
```

`sitemap` https://example.com/b.xml
Content-Encoding: identity

```xml
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"/>
```

finds:

nothing
*/
WITH false_headers AS (
    SELECT
        states.url,
        states.content_encoding,
        CONCAT(
            file_faults.detail,
            CASE
                WHEN LOWER(states.content_encoding) IN ('utf-8', 'utf8', 'iso-8859-1', 'us-ascii')
                    THEN CONCAT(' (', states.content_encoding, ' is a character encoding)')
                WHEN LOWER(states.content_encoding) LIKE '%aws-chunked%'
                    THEN ' (aws-chunked is left over from an upload to Amazon S3)'
                WHEN
                    NOT REGEXP_MATCHES(
                        LOWER(states.content_encoding),
                        '^((x-)?gzip|(x-)?compress|deflate|br|zstd|dcb|dcz|exi|aes128gcm|[, ])+$'
                    )
                    THEN CONCAT(' (', states.content_encoding, ' is no content coding)')
            END
        ) AS observed,
        CASE
            WHEN file_faults.detail LIKE '%; body: gzip' THEN 'gzip'
            WHEN
                file_faults.detail LIKE '%; body: gzip file'
                AND SPLIT_PART(LOWER(states.url), '?', 1) NOT LIKE '%.gz'
                THEN 'gzip'
        END AS coding
    FROM file_faults
    INNER JOIN sitemap_states AS states ON file_faults.sitemap_id = states.id
    WHERE file_faults.code = 'content-encoding'
)

SELECT
    url AS sitemap_url,
    observed,
    COALESCE('Content-Encoding: ' || coding, 'No Content-Encoding') AS expected,
    COALESCE(
        'Replace with Content-Encoding: ' || coding,
        CONCAT('Remove Content-Encoding: ', content_encoding)
    ) AS fix,
    url AS change_url,
    CASE WHEN coding IS NULL THEN 'remove' ELSE 'replace' END AS action,
    'header' AS place,
    CONCAT('Content-Encoding: ', content_encoding) AS "from",
    'Content-Encoding: ' || coding AS "to"
FROM false_headers
