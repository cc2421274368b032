/*
---
severity: error
keeps_out: pages
cause: has invalid bytes or control characters
confidence: high
basis: documented
engines: [protocol, google]
known_as:
  Google Search Console: ["Parsing error"]
needs: [sitemap_problems, sitemaps]
over: sitemaps
when: "kind NOT IN ('html', 'empty', 'unknown')"
see:
  - https://www.sitemaps.org/protocol.html
  - https://support.google.com/webmasters/answer/7451001
since: 0.1.0
---
# Invalid bytes or control characters in sitemap

## What it finds

The sitemap contains bytes that are invalid in its encoding, or control characters that XML does not
allow.

## Why it matters

Strict parsers stop there, and Search Console reports "Parsing error". A URL that contains such
bytes is lost.

## How to fix it

Encode the whole file as UTF-8 in the sitemap generator or template, and remove control characters
from the content of the CMS.

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
| https://example.com/a.xml | invalid-bytes | 5 | Bytes invalid in the file's encoding, or control characters |  | UTF-8 |

finds:

| sitemap_url | line | observed | expected | fix |
|---|---|---|---|---|
| https://example.com/a.xml | 5 | Bytes invalid in the file's encoding, or control characters | UTF-8 | Encode as UTF-8, and remove control characters |

### In a comment

`sitemaps`

| url | kind |
|---|---|
| https://example.com/c.xml | urlset |

`sitemap_problems`

| sitemap_url | code | line | detail | excerpt | expected |
|---|---|---|---|---|---|
| https://example.com/c.xml | invalid-bytes | 2 | Bytes invalid in the file's encoding, or control characters | <!-- Caf� --> | Valid UTF-8 without control characters |

finds:

| sitemap_url | line | observed | expected | fix |
|---|---|---|---|---|
| https://example.com/c.xml | 2 | Bytes invalid in the file's encoding, or control characters: <!-- Caf� --> | Valid UTF-8 without control characters | Encode as UTF-8, and remove control characters |

### An HTML page in place of the sitemap

`sitemaps`

| url | kind |
|---|---|
| https://example.com/c.xml | html |

`sitemap_problems`

| sitemap_url | code | detail |
|---|---|---|
| https://example.com/c.xml | invalid-bytes | Bytes invalid in the file's encoding, or control characters |

finds:

nothing
*/
SELECT
    sitemap_url,
    line,
    observed,
    expected,
    'Encode as UTF-8, and remove control characters' AS fix
FROM file_faults
WHERE code = 'invalid-bytes'
