/*
---
severity: error
keeps_out: pages
confidence: high
basis: documented
engines: [protocol, google, bing]
aliases: [index-too-many-children]
known_as:
  Google Search Console: ["Too many sitemaps"]
needs: [sitemaps]
over: sitemaps
when: "kind = 'sitemapindex'"
unknown: "NOT complete AND children <= $max_sitemaps"
parameters: {max_sitemaps: 50000}
see:
  - https://www.sitemaps.org/protocol.html#index
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/large-sitemaps
since: 0.1.0
---
# Sitemap index with too many sitemaps

## What it finds

A sitemap index that lists more than 50,000 sitemaps.

## Why it matters

50,000 is the limit of the protocol. Search engines reject a larger index, or read only its
beginning.

## How to fix it

Put more URLs into each sitemap (up to 50,000), or split the index into several and name each in
robots.txt.

## Example

### One child over the limit

`sitemaps`

| url | kind | children |
|---|---|---|
| https://example.com/a.xml | sitemapindex | 50001 |
| https://example.com/b.xml | sitemapindex | 50000 |

finds:

| sitemap_url | observed | expected |
|---|---|---|
| https://example.com/a.xml | 50001 sitemaps | at most 50000 sitemaps |

### At the limit, and a sitemap that is none

`sitemaps`

| url | kind | entries | children |
|---|---|---|---|
| https://example.com/a.xml | sitemapindex | 0 | 50000 |
| https://example.com/b.xml | urlset | 50001 | 0 |

finds:

nothing
*/
SELECT
    url AS sitemap_url,
    CONCAT(children, ' sitemaps') AS observed,
    CONCAT('at most ', $max_sitemaps, ' sitemaps') AS expected
FROM sitemaps
WHERE kind = 'sitemapindex' AND children > $max_sitemaps
