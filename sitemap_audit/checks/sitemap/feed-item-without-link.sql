/*
---
severity: warning
confidence: high
basis: documented
engines: [protocol, google, bing]
aliases: [feed-sitemap-invalid]
needs: [sitemap_problems, sitemaps]
over: sitemaps
when: "kind IN ('rss-2.0', 'rss-1.0', 'atom-1.0', 'atom-0.3')"
see:
  - https://www.sitemaps.org/protocol.html#otherformats
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap
since: 0.1.0
---
# Feed item without a link

## What it finds

An item of an RSS or Atom feed, used as a sitemap, that has no link.

## Why it matters

Without a link the item names no page.

## How to fix it

Give each item one `<link>` to its page.

## Example

### One file with the fault, and one without

`sitemaps`

| url | kind |
|---|---|
| https://example.com/a.xml | rss-2.0 |
| https://example.com/b.xml | rss-2.0 |

`sitemap_problems`

| sitemap_url | code | line | detail | excerpt | expected |
|---|---|---|---|---|---|
| https://example.com/a.xml | feed-item-without-link | 5 | <item> without a link |  | one link to the page |

finds:

| sitemap_url | line | observed | expected |
|---|---|---|---|
| https://example.com/a.xml | 5 | <item> without a link | one link to the page |

### An entry of an Atom feed

`sitemaps`

| url | kind |
|---|---|
| https://example.com/c.xml | atom-1.0 |

`sitemap_problems`

| sitemap_url | code | line | detail | excerpt | expected |
|---|---|---|---|---|---|
| https://example.com/c.xml | feed-item-without-link | 2 | <entry> without a link | | one link to the page |

finds:

| sitemap_url | line | observed | expected |
|---|---|---|---|
| https://example.com/c.xml | 2 | <entry> without a link | one link to the page |

### In a page, which is no sitemap

`sitemaps`

| url | kind |
|---|---|
| https://example.com/c.xml | html |

`sitemap_problems`

| sitemap_url | code | detail |
|---|---|---|
| https://example.com/c.xml | feed-item-without-link | <entry> without a link |

finds:

nothing
*/
SELECT
    sitemap_url,
    line,
    CONCAT_WS(': ', detail, excerpt) AS observed,
    expected
FROM file_faults
WHERE code = 'feed-item-without-link'
