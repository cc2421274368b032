/*
---
severity: warning
keeps_out: pages
cause: has a feed version that Google does not support
confidence: high
basis: documented
engines: [google]
needs: [sitemaps]
over: sitemap_states
when: "kind IN ('rss-2.0', 'rss-1.0', 'atom-1.0', 'atom-0.3')"
see:
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap
  - https://www.sitemaps.org/protocol.html#otherformats
since: 0.1.0
---
# Feed version not supported by Google

## What it finds

A feed that is used as a sitemap is Atom 0.3 or RSS 1.0.

## Why it matters

Google supports RSS 2.0 and Atom 1.0 as sitemaps. The sitemap protocol and Bing accept Atom 0.3 too.
Yandex supports no feeds.

## How to fix it

Set the feed template or plugin to RSS 2.0 or Atom 1.0, or use an XML sitemap.

## Example

### Unsupported and supported versions

`sitemaps`

| url | kind |
|---|---|
| https://example.com/a.xml | atom-0.3 |
| https://example.com/b.xml | rss-1.0 |
| https://example.com/c.xml | atom-1.0 |
| https://example.com/d.xml | rss-2.0 |

finds:

| sitemap_url | observed | expected | fix |
|---|---|---|---|
| https://example.com/a.xml | Atom 0.3 | RSS 2.0 or Atom 1.0 | Use RSS 2.0, Atom 1.0 or an XML sitemap |
| https://example.com/b.xml | RSS 1.0 | RSS 2.0 or Atom 1.0 | Use RSS 2.0, Atom 1.0 or an XML sitemap |
*/
SELECT
    url AS sitemap_url,
    REPLACE(REPLACE(kind, 'rss-', 'RSS '), 'atom-', 'Atom ') AS observed,
    'RSS 2.0 or Atom 1.0' AS expected,
    'Use RSS 2.0, Atom 1.0 or an XML sitemap' AS fix
FROM sitemap_states
WHERE kind IN ('atom-0.3', 'rss-1.0')
