/*
---
severity: warning
cause: has conflicting character encodings
confidence: high
basis: inferred
engines: [protocol]
follows: [sitemap/encoding-false]
worse: [sitemap/encoding-false]
needs: [sitemap_problems, sitemaps]
over: sitemaps
when: "kind NOT IN ('html', 'empty', 'unknown')"
see:
  - https://www.sitemaps.org/protocol.html
  - https://support.google.com/webmasters/answer/7451001
since: 0.1.0
---
# Conflicting character encodings in sitemap

## What it finds

The byte order mark, the XML declaration and the charset of the Content-Type header name different
encodings in which ASCII is the same, or the header names an encoding that does not exist. An
encoding in which the file cannot be read is reported by `sitemap/encoding-false`.

## Why it matters

Parsers differ in which one they use. Non-ASCII characters in URLs may be read incorrectly.

## How to fix it

Set UTF-8 in the XML declaration of the template or generator, and use the same charset or none in
the Content-Type header of the server.

## Example

### The header and the XML declaration

`sitemap` https://example.com/a.xml
Content-Type: application/xml; charset=iso-8859-1

```xml
<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"/>
```

`sitemap` https://example.com/b.xml
Content-Type: application/xml; charset=utf-8

```xml
<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"/>
```

finds:

| sitemap_url | observed | expected | fix | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|
| https://example.com/a.xml | Content-Type: iso-8859-1; file: utf-8 | charset=utf-8 in Content-Type | Write charset=utf-8 in Content-Type | https://example.com/a.xml | replace | header | Content-Type: application/xml; charset=iso-8859-1 | Content-Type: application/xml; charset=utf-8 |

### The byte order mark and the XML declaration, an encoding that does not exist

`sitemap` https://example.com/a.xml
as: utf-8-sig

```xml
<?xml version="1.0" encoding="iso-8859-1"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"/>
```

`sitemap` https://example.com/b.xml
Content-Type: application/xml; charset=utf-9

```xml
<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"/>
```

finds:

| sitemap_url | line | observed | expected | fix | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|---|
| https://example.com/a.xml | 1 | XML declaration: iso-8859-1; byte order mark: utf-8 | encoding="UTF-8" in the XML declaration | Write encoding="UTF-8" in the XML declaration | https://example.com/a.xml | replace | encoding | iso-8859-1 | UTF-8 |
| https://example.com/b.xml | | Content-Type: unknown encoding utf-9 | charset=utf-8 in Content-Type | Write charset=utf-8 in Content-Type | https://example.com/b.xml | replace | header | Content-Type: application/xml; charset=utf-9 | Content-Type: application/xml; charset=utf-8 |
*/
SELECT
    file_faults.sitemap_url,
    file_faults.line,
    file_faults.observed,
    file_faults.expected,
    CONCAT('Write ', file_faults.expected) AS fix,
    file_faults.sitemap_url AS change_url,
    'replace' AS action,
    CASE WHEN file_faults.detail LIKE 'XML %' THEN 'encoding' ELSE 'header' END AS place,
    CASE
        WHEN file_faults.detail LIKE 'XML %' THEN sitemaps.encoding_declared
        ELSE CONCAT('Content-Type: ', sitemaps.content_type)
    END AS "from",
    CASE
        WHEN file_faults.detail LIKE 'XML %' THEN 'UTF-8'
        ELSE CONCAT(
            'Content-Type: ', REPLACE(sitemaps.content_type, sitemaps.encoding_header, 'utf-8')
        )
    END AS "to"
FROM file_faults
INNER JOIN sitemaps ON file_faults.sitemap_id = sitemaps.id
WHERE file_faults.code = 'encoding-conflict'
