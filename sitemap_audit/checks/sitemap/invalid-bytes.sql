/*
---
severity: error
keeps_out: pages
confidence: high
basis: documented
engines: [protocol, google]
aliases: [encoding-invalid-bytes]
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
# Bytes that are no text in the sitemap

## What it finds

A sitemap with bytes that do not exist in its encoding, or with control characters that XML does not
allow.

## Why it matters

A strict reader stops there. Where the bytes stand in an address, the address is lost.

## How to fix it

Write the file in UTF-8 from beginning to end, and remove control characters from what is put into
it.

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
| https://example.com/a.xml | invalid-bytes | 5 | bytes that are no text in the file's encoding, or control characters |  | UTF-8 |

finds:

| sitemap_url | line | observed | expected |
|---|---|---|---|
| https://example.com/a.xml | 5 | bytes that are no text in the file's encoding, or control characters | UTF-8 |

### In a comment between two entries

`sitemaps`

| url | kind |
|---|---|
| https://example.com/c.xml | urlset |

`sitemap_problems`

| sitemap_url | code | line | detail | excerpt | expected |
|---|---|---|---|---|---|
| https://example.com/c.xml | invalid-bytes | 2 | bytes that are no text in the file's encoding, or control characters | <!-- Caf� --> | characters that XML allows, in UTF-8 |

finds:

| sitemap_url | line | observed | expected |
|---|---|---|---|
| https://example.com/c.xml | 2 | bytes that are no text in the file's encoding, or control characters: <!-- Caf� --> | characters that XML allows, in UTF-8 |

### In a page, which is no sitemap

`sitemaps`

| url | kind |
|---|---|
| https://example.com/c.xml | html |

`sitemap_problems`

| sitemap_url | code | detail |
|---|---|---|
| https://example.com/c.xml | invalid-bytes | bytes that are no text in the file's encoding, or control characters |

finds:

nothing
*/
SELECT
    sitemap_url,
    line,
    CONCAT_WS(': ', detail, excerpt) AS observed,
    expected
FROM file_faults
WHERE code = 'invalid-bytes'
