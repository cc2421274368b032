/*
---
severity: error
keeps_out: pages
cause: has too many sitemaps
confidence: high
basis: documented
engines: [protocol, google, bing]
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

A sitemap index lists more than 50,000 sitemaps.

## Why it matters

50,000 sitemaps per index is the limit of the sitemap protocol. Search Console reports "Too many
sitemaps". Search engines reject the index or read only its first entries.

## How to fix it

Split the index into several sitemap indexes in the sitemap generator, and list each in robots.txt.
If the sitemaps are small, put more URLs into each, up to 50,000.

## Example

### One sitemap over the limit

`sitemaps`

| url | kind | children |
|---|---|---|
| https://example.com/a.xml | sitemapindex | 50001 |
| https://example.com/b.xml | sitemapindex | 50000 |

finds:

| sitemap_url | observed | expected | fix |
|---|---|---|---|
| https://example.com/a.xml | 50,001 sitemaps | At most 50,000 sitemaps | Split into several sitemap indexes |

### Not reported: exactly 50,000 sitemaps, a sitemap with many URLs

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
    CONCAT(FORMAT_NUMBER(children, 0), ' sitemaps') AS observed,
    CONCAT('At most ', FORMAT_NUMBER($max_sitemaps, 0), ' sitemaps') AS expected,
    'Split into several sitemap indexes' AS fix
FROM sitemaps
WHERE kind = 'sitemapindex' AND children > $max_sitemaps
