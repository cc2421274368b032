/*
---
severity: error
keeps_out: pages
confidence: high
basis: documented
engines: [protocol, google, bing, yandex]
aliases: [sitemap-too-many-urls]
known_as:
  Ahrefs: ["Sitemap with over 50K URLs"]
  Google Search Console: ["Too many URLs"]
  Lumar: ["Sitemaps with >50,000 URLs"]
  Screaming Frog: ["Sitemaps: XML Sitemap With Over 50k URLs"]
  Semrush: ["Sitemap.xml files are too large"]
needs: [sitemaps]
over: sitemaps
when: "kind IN ('urlset', 'text', 'rss-2.0', 'rss-1.0', 'atom-1.0', 'atom-0.3')"
unknown: "NOT complete AND entries <= $max_urls"
parameters: {max_urls: 50000}
see:
  - https://www.sitemaps.org/protocol.html#index
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/large-sitemaps
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

### Every element counts, repeated ones too

`parameters`

| max_urls |
|---|
| 2 |

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/b |
| https://example.com/a |

finds:

| sitemap_url | observed | expected |
|---|---|---|
| https://example.com/sitemap.xml | 3 URLs | at most 2 URLs |

### At the limit, and a text that is below it

`sitemaps`

| url | kind | entries |
|---|---|---|
| https://example.com/a.xml | urlset | 50000 |
| https://example.com/b.txt | text | 49999 |

finds:

nothing
*/
SELECT
    url AS sitemap_url,
    CONCAT(entries, ' URLs') AS observed,
    CONCAT('at most ', $max_urls, ' URLs') AS expected
FROM sitemaps
WHERE entries > $max_urls AND kind <> 'sitemapindex'
