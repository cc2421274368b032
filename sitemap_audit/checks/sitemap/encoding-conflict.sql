/*
---
severity: warning
cause: has conflicting character encodings
confidence: high
basis: inferred
engines: [protocol]
aliases: [encoding-conflict]
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
encodings, or one of them names an encoding that does not exist.

## Why it matters

Parsers differ in which one they use. Non-ASCII characters in URLs may be read incorrectly.

## How to fix it

Set UTF-8 in the XML declaration of the template or generator, and use the same charset or none in
the Content-Type header of the server.

## Example

### One file with the fault, one without

`sitemaps`

| url |
|---|
| https://example.com/a.xml |
| https://example.com/b.xml |

`sitemap_problems`

| sitemap_url | code | line | detail | excerpt | expected |
|---|---|---|---|---|---|
| https://example.com/a.xml | encoding-conflict | 5 | Content-Type: iso-8859-1; file: utf-8 |  | The same encoding in both |

finds:

| sitemap_url | line | observed | expected | fix | change_url | action | place | to |
|---|---|---|---|---|---|---|---|---|
| https://example.com/a.xml | 5 | Content-Type: iso-8859-1; file: utf-8 | The same encoding in both | Set UTF-8 in the XML declaration and in Content-Type | https://example.com/a.xml | replace | encoding | UTF-8 |

### An encoding that does not exist

`sitemaps`

| url | kind |
|---|---|
| https://example.com/c.xml | urlset |

`sitemap_problems`

| sitemap_url | code | line | detail | excerpt | expected |
|---|---|---|---|---|---|
| https://example.com/c.xml | encoding-conflict | 1 | XML declaration: unknown encoding utf8x | | utf-8 |

finds:

| sitemap_url | line | observed | expected | fix | change_url | action | place | to |
|---|---|---|---|---|---|---|---|---|
| https://example.com/c.xml | 1 | XML declaration: unknown encoding utf8x | utf-8 | Set UTF-8 in the XML declaration and in Content-Type | https://example.com/c.xml | replace | encoding | UTF-8 |

### An HTML page in place of the sitemap

`sitemaps`

| url | kind |
|---|---|
| https://example.com/c.xml | html |

`sitemap_problems`

| sitemap_url | code | detail |
|---|---|---|
| https://example.com/c.xml | encoding-conflict | XML declaration: unknown encoding utf8x |

finds:

nothing
*/
SELECT
    sitemap_url,
    line,
    observed,
    expected,
    'Set UTF-8 in the XML declaration and in Content-Type' AS fix,
    CASE WHEN line IS NOT NULL OR excerpt IS NOT NULL THEN sitemap_url END AS change_url,
    'replace' AS action,
    'encoding' AS place,
    'UTF-8' AS "to"
FROM file_faults
WHERE code = 'encoding-conflict'
