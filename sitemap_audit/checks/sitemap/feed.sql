/*
---
severity: warning
confidence: high
basis: documented
engines: [yandex]
needs: [sitemaps]
over: sitemap_states
when: "is_promised AND kind NOT IN ('html', 'empty', 'unknown')"
see:
  - https://yandex.com/support/webmaster/en/controlling-robot/sitemap
since: 0.1.0
---
# Feed as a sitemap, at Yandex

## What it finds

An RSS or Atom feed that is named as a sitemap.

## Why it matters

Yandex does not read feeds as sitemaps.

## How to fix it

Make an XML or text sitemap, and name that.

## Example

### A feed and a sitemap

`sitemaps`

| url | kind |
|---|---|
| https://example.com/feed | rss-2.0 |
| https://example.com/sitemap.xml | urlset |

finds:

| sitemap_url | observed | expected |
|---|---|---|
| https://example.com/feed | rss-2.0 | an XML or text sitemap |

### Atom, found by a link; and one that was only tried

`sitemaps`

| url | found_by | kind |
|---|---|---|
| https://example.com/a | link | atom-1.0 |
| https://example.com/sitemap.xml | guess | rss-2.0 |

finds:

| sitemap_url | observed | expected |
|---|---|---|
| https://example.com/a | atom-1.0 | an XML or text sitemap |

### A list of addresses

`sitemaps`

| url | kind |
|---|---|
| https://example.com/a.txt | text |

finds:

nothing
*/
SELECT
    url AS sitemap_url,
    kind AS observed,
    'an XML or text sitemap' AS expected
FROM sitemap_states
WHERE is_promised AND kind IN ('rss-2.0', 'rss-1.0', 'atom-1.0', 'atom-0.3')
