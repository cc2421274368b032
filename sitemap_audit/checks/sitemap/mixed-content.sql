/*
---
severity: error
confidence: high
basis: documented
engines: [protocol, google, bing, yandex]
aliases: [sitemap-mixed-root-content]
needs: [sitemap_problems, sitemaps]
over: sitemaps
when: "kind IN ('urlset', 'sitemapindex', 'rss-2.0', 'rss-1.0', 'atom-1.0', 'atom-0.3')"
see:
  - https://www.sitemaps.org/protocol.html
  - https://support.google.com/webmasters/answer/7451001
since: 0.1.0
---
# Sitemaps and pages in one file

## What it finds

A `<sitemap>` in a `<urlset>`, or a `<url>` in a `<sitemapindex>`.

## Why it matters

A file is either a sitemap or an index. Search engines pass over what does not belong, so that those
pages or sitemaps are not found.

## How to fix it

Write the pages into sitemaps, and the sitemaps into an index.

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
| https://example.com/a.xml | mixed-content | 5 | <sitemap> in <urlset> |  | <url> |

finds:

| sitemap_url | line | observed | expected |
|---|---|---|---|
| https://example.com/a.xml | 5 | <sitemap> in <urlset> | <url> |

### A page in a sitemap index

`sitemaps`

| url | kind |
|---|---|
| https://example.com/c.xml | sitemapindex |

`sitemap_problems`

| sitemap_url | code | line | detail | excerpt | expected |
|---|---|---|---|---|---|
| https://example.com/c.xml | mixed-content | 2 | <url> in <sitemapindex> | | <sitemap> |

finds:

| sitemap_url | line | observed | expected |
|---|---|---|---|
| https://example.com/c.xml | 2 | <url> in <sitemapindex> | <sitemap> |

### In a page, which is no sitemap

`sitemaps`

| url | kind |
|---|---|
| https://example.com/c.xml | html |

`sitemap_problems`

| sitemap_url | code | detail |
|---|---|---|
| https://example.com/c.xml | mixed-content | <url> in <sitemapindex> |

finds:

nothing
*/
SELECT
    sitemap_url,
    line,
    CONCAT_WS(': ', detail, excerpt) AS observed,
    expected
FROM file_faults
WHERE code = 'mixed-content'
