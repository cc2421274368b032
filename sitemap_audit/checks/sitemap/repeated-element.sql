/*
---
severity: error
confidence: high
basis: documented
engines: [protocol, google, bing, yandex]
aliases: [element-repeated]
known_as:
  Google Search Console: ["Invalid XML: too many tags"]
  Yandex: ["Tag found more than once"]
needs: [sitemap_problems, sitemaps]
over: sitemaps
when: "kind IN ('urlset', 'sitemapindex', 'rss-2.0', 'rss-1.0', 'atom-1.0', 'atom-0.3')"
see:
  - https://www.sitemaps.org/protocol.html
  - https://support.google.com/webmasters/answer/7451001
since: 0.1.0
---
# Element that an entry has twice

## What it finds

An entry with two `<loc>`, `<lastmod>`, `<changefreq>` or `<priority>`, or an extension's element
repeated that may stand once.

## Why it matters

Which of the two holds differs from reader to reader. Search Console reports too many tags, and a
second `<loc>` is mostly lost.

## How to fix it

Write one entry for each address, and each element once.

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
| https://example.com/a.xml | repeated-element | 5 | <loc> more than once in one entry |  | once |

finds:

| sitemap_url | line | observed | expected |
|---|---|---|---|
| https://example.com/a.xml | 5 | <loc> more than once in one entry | once |

### Two addresses in one entry

`sitemaps`

| url | kind |
|---|---|
| https://example.com/c.xml | urlset |

`sitemap_problems`

| sitemap_url | code | line | detail | excerpt | expected |
|---|---|---|---|---|---|
| https://example.com/c.xml | repeated-element | 2 | <loc> more than once in one entry | | once |

finds:

| sitemap_url | line | observed | expected |
|---|---|---|---|
| https://example.com/c.xml | 2 | <loc> more than once in one entry | once |

### In a page, which is no sitemap

`sitemaps`

| url | kind |
|---|---|
| https://example.com/c.xml | html |

`sitemap_problems`

| sitemap_url | code | detail |
|---|---|---|
| https://example.com/c.xml | repeated-element | <loc> more than once in one entry |

finds:

nothing
*/
SELECT
    sitemap_url,
    line,
    CONCAT_WS(': ', detail, excerpt) AS observed,
    expected
FROM file_faults
WHERE code = 'repeated-element'
