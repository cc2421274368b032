/*
---
severity: error
cause: repeats an element in one entry
confidence: high
basis: documented
engines: [protocol, google, bing, yandex]
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
# Repeated element in a sitemap entry

## What it finds

An entry has more than one `<loc>`, `<lastmod>`, `<changefreq>` or `<priority>`, or repeats an
extension element that is allowed once.

## Why it matters

Search engines differ in which value they use, and usually ignore a second `<loc>`. Search Console
reports "Invalid XML: too many tags", Yandex Webmaster "Tag found more than once".

## How to fix it

Write one entry per URL, and each element once, in the sitemap template or plugin.

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
| https://example.com/a.xml | repeated-element | 5 | <loc> more than once in one entry |  | Once per entry |

finds:

| sitemap_url | line | observed | expected | fix |
|---|---|---|---|---|
| https://example.com/a.xml | 5 | <loc> more than once in one entry | Once per entry | Split into one entry per <loc> |

### Two URLs in one entry

`sitemaps`

| url | kind |
|---|---|
| https://example.com/c.xml | urlset |

`sitemap_problems`

| sitemap_url | code | line | detail | excerpt | expected |
|---|---|---|---|---|---|
| https://example.com/c.xml | repeated-element | 2 | <loc> more than once in one entry | | Once per entry |

finds:

| sitemap_url | line | observed | expected | fix |
|---|---|---|---|---|
| https://example.com/c.xml | 2 | <loc> more than once in one entry | Once per entry | Split into one entry per <loc> |

### An HTML page in place of the sitemap

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
    observed,
    expected,
    CASE
        WHEN detail LIKE '<loc>%' THEN 'Split into one entry per <loc>'
        ELSE 'Remove the duplicate'
    END AS fix
FROM file_faults
WHERE code = 'repeated-element'
