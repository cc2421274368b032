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
*/
SELECT
    url AS sitemap_url,
    kind AS observed,
    'an XML or text sitemap' AS expected
FROM sitemap_states
WHERE is_promised AND kind IN ('rss-2.0', 'rss-1.0', 'atom-1.0', 'atom-0.3')
