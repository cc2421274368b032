/*
---
severity: warning
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
# Sitemap that names two encodings

## What it finds

A sitemap whose byte order mark, XML declaration and Content-Type header do not name the same
encoding, or name one that does not exist.

## Why it matters

Which of them holds differs from reader to reader, so that letters beyond ASCII in addresses may be
read wrongly.

## How to fix it

Name UTF-8 in the XML declaration, and the same or nothing in the Content-Type header.

## Example

### One file with the fault, and one without

`sitemaps`

| url |
|---|
| https://example.com/a.xml |
| https://example.com/b.xml |

`sitemap_problems`

| sitemap_url | code | line | detail | excerpt | expected |
|---|---|---|---|---|---|
| https://example.com/a.xml | encoding-conflict | 5 | the header says iso-8859-1, the XML declaration utf-8 |  | one encoding, the same wherever it is named |

finds:

| sitemap_url | line | observed | expected | change_url | action | place | to |
|---|---|---|---|---|---|---|---|
| https://example.com/a.xml | 5 | the header says iso-8859-1, the XML declaration utf-8 | one encoding, the same wherever it is named | https://example.com/a.xml | replace | encoding | UTF-8 |

### A name that no encoding has

`sitemaps`

| url | kind |
|---|---|
| https://example.com/c.xml | urlset |

`sitemap_problems`

| sitemap_url | code | line | detail | excerpt | expected |
|---|---|---|---|---|---|
| https://example.com/c.xml | encoding-conflict | 1 | XML declaration: unknown encoding utf8x | | utf-8 |

finds:

| sitemap_url | line | observed | expected | change_url | action | place | to |
|---|---|---|---|---|---|---|---|
| https://example.com/c.xml | 1 | XML declaration: unknown encoding utf8x | utf-8 | https://example.com/c.xml | replace | encoding | UTF-8 |

### In a page, which is no sitemap

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
    CONCAT_WS(': ', detail, excerpt) AS observed,
    expected,
    CASE WHEN line IS NOT NULL OR excerpt IS NOT NULL THEN sitemap_url END AS change_url,
    'replace' AS action,
    'encoding' AS place,
    'UTF-8' AS "to"
FROM file_faults
WHERE code = 'encoding-conflict'
