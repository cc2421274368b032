/*
---
severity: error
confidence: high
basis: documented
engines: [protocol, google, bing, yandex]
aliases: [sitemap-too-many-urls]
needs: [sitemaps]
over: sitemaps
when: "kind IS NOT NULL AND kind NOT IN ('sitemapindex', 'html', 'empty', 'unknown')"
parameters: {max_urls: 50000}
see:
  - https://www.sitemaps.org/protocol.html#index
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap
since: 0.1.0
---
# Sitemap with too many URLs

## What it finds

A sitemap file that lists more than 50,000 URLs. Every `<url>` element counts, repeated ones too; in
a text file every line, in a feed every item. Alternates, images and videos do not count.

## Why it matters

50,000 is the limit of the protocol. Search engines reject a file that goes over it, or read only
its beginning: URLs that come late in the file are not discovered through it.

## How to fix it

Split the file into several of at most 50,000 URLs each, and list those in a sitemap index.

## Example

### One URL over the limit

`sitemaps`

| url | entries |
|---|---|
| https://example.com/all.xml | 50001 |
| https://example.com/full.xml | 50000 |

finds:

| sitemap_url | observed | expected |
|---|---|---|
| https://example.com/all.xml | 50001 URLs | at most 50000 URLs |
*/
SELECT
    url AS sitemap_url,
    CONCAT(entries, ' URLs') AS observed,
    CONCAT('at most ', $max_urls, ' URLs') AS expected
FROM sitemaps
WHERE
    kind NOT IN ('sitemapindex', 'html', 'empty', 'unknown')
    AND entries > $max_urls
