/*
---
severity: warning
keeps_out: pages
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
# Feed of a version that Google does not read

## What it finds

A feed that serves as a sitemap and is Atom 0.3 or RSS 1.0. The protocol and Bing accept Atom 0.3
too.

## Why it matters

Google reads RSS 2.0 and Atom 1.0 as sitemaps, and no other feeds.

## How to fix it

Write the feed as Atom 1.0, or make an XML sitemap.

## Example

### Old versions, and those that are read

`sitemaps`

| url | kind |
|---|---|
| https://example.com/a.xml | atom-0.3 |
| https://example.com/b.xml | rss-1.0 |
| https://example.com/c.xml | atom-1.0 |
| https://example.com/d.xml | rss-2.0 |

finds:

| sitemap_url | observed | expected |
|---|---|---|
| https://example.com/a.xml | atom-0.3 | rss-2.0 or atom-1.0 |
| https://example.com/b.xml | rss-1.0 | rss-2.0 or atom-1.0 |
*/
SELECT
    url AS sitemap_url,
    kind AS observed,
    'rss-2.0 or atom-1.0' AS expected
FROM sitemap_states
WHERE kind IN ('atom-0.3', 'rss-1.0')
