/*
---
severity: warning
cause: has a feed item without link
confidence: high
basis: documented
engines: [protocol, google, bing]
needs: [sitemap_problems, sitemaps]
over: sitemaps
when: "kind IN ('rss-2.0', 'rss-1.0', 'atom-1.0', 'atom-0.3')"
see:
  - https://www.sitemaps.org/protocol.html#otherformats
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap
since: 0.1.0
---
# Feed item without link

## What it finds

An item of an RSS or Atom feed that is used as a sitemap has no link.

## Why it matters

The sitemap protocol takes the URL from the link. Google and Bing ignore an item without one.

## How to fix it

Add one `<link>` with the URL of the page to each item, in the feed template or plugin.

## Example

### One file with the fault, one without

`sitemaps`

| url | kind |
|---|---|
| https://example.com/a.xml | rss-2.0 |
| https://example.com/b.xml | rss-2.0 |

`sitemap_problems`

| sitemap_url | code | line | detail | excerpt | expected |
|---|---|---|---|---|---|
| https://example.com/a.xml | feed-item-without-link | 5 | <item> without a link |  | One link to the page |

finds:

| sitemap_url | line | observed | expected | fix |
|---|---|---|---|---|
| https://example.com/a.xml | 5 | <item> without a link | One link to the page | Add a <link> with the URL of the page |

### An entry in an Atom feed

`sitemaps`

| url | kind |
|---|---|
| https://example.com/c.xml | atom-1.0 |

`sitemap_problems`

| sitemap_url | code | line | detail | excerpt | expected |
|---|---|---|---|---|---|
| https://example.com/c.xml | feed-item-without-link | 2 | <entry> without a link | | One link to the page |

finds:

| sitemap_url | line | observed | expected | fix |
|---|---|---|---|---|
| https://example.com/c.xml | 2 | <entry> without a link | One link to the page | Add a <link> with the URL of the page |

### An HTML page in place of the sitemap

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
    observed,
    expected,
    'Add a <link> with the URL of the page' AS fix
FROM file_faults
WHERE code = 'feed-item-without-link'
