/*
---
severity: warning
confidence: high
basis: inferred
engines: [protocol, google, bing, yandex]
needs: [sitemap_problems, sitemaps]
over: sitemaps
when: "kind IN ('urlset', 'sitemapindex', 'rss-2.0', 'rss-1.0', 'atom-1.0', 'atom-0.3')"
see:
  - https://www.sitemaps.org/protocol.html
  - https://support.google.com/webmasters/answer/7451001
since: 0.1.0
---
# Text between the entries of a sitemap

## What it finds

Text in an XML sitemap that stands outside of its entries.

## Why it matters

Nothing reads it, but it shows that the generator writes what it should not: mostly a warning of a
script, sometimes addresses that were to be entries.

## How to fix it

Look at what it says, and have the generator write entries only.

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
| https://example.com/a.xml | stray-text | 5 | text in <urlset>, outside its entries | Warning: undefined variable | nothing but entries |

finds:

| sitemap_url | line | observed | expected | change_url | action | place | from |
|---|---|---|---|---|---|---|---|
| https://example.com/a.xml | 5 | text in <urlset>, outside its entries: Warning: undefined variable | nothing but entries | https://example.com/a.xml | remove | xml | Warning: undefined variable |

### The end of an entity that was cut

`sitemaps`

| url | kind |
|---|---|
| https://example.com/c.xml | urlset |

`sitemap_problems`

| sitemap_url | code | line | detail | excerpt | expected |
|---|---|---|---|---|---|
| https://example.com/c.xml | stray-text | 2 | text in <urlset>, outside its entries | amp; | nothing but entries |

finds:

| sitemap_url | line | observed | expected | change_url | action | place | from |
|---|---|---|---|---|---|---|---|
| https://example.com/c.xml | 2 | text in <urlset>, outside its entries: amp; | nothing but entries | https://example.com/c.xml | remove | xml | amp; |

### In a page, which is no sitemap

`sitemaps`

| url | kind |
|---|---|
| https://example.com/c.xml | html |

`sitemap_problems`

| sitemap_url | code | detail |
|---|---|---|
| https://example.com/c.xml | stray-text | text in <urlset>, outside its entries |

finds:

nothing
*/
SELECT
    sitemap_url,
    line,
    CONCAT_WS(': ', detail, excerpt) AS observed,
    expected,
    CASE WHEN excerpt IS NOT NULL THEN sitemap_url END AS change_url,
    'remove' AS action,
    'xml' AS place,
    excerpt AS "from"
FROM file_faults
WHERE code = 'stray-text'
