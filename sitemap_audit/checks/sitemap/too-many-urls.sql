/*
---
severity: error
keeps_out: pages
cause: has more than 50,000 URLs
confidence: high
basis: documented
engines: [protocol, google, bing, yandex]
known_as:
  Ahrefs: ["Sitemap with over 50K URLs"]
  Google Search Console: ["Too many URLs"]
  Lumar: ["Sitemaps with >50,000 URLs"]
  Screaming Frog: ["Sitemaps: XML Sitemap With Over 50k URLs"]
  Semrush: ["Sitemap.xml files are too large"]
fix: split-urls
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
# More than 50,000 URLs in one sitemap

## What it finds

A sitemap lists more than 50,000 URLs. Each `<url>` element counts, duplicates too; in a text
sitemap each line, in a feed each item. Hreflang annotations, images and videos do not count.

## Why it matters

50,000 is the limit of the sitemap protocol, and Google, Bing and Yandex apply it. They reject a
larger file or read only its first part: URLs at the end are not discovered through it.

## How to fix it

Split the sitemap into files of at most 50,000 URLs with the sitemap generator or CMS plugin, and
list them in a sitemap index.

## Example

### One URL above the limit

`sitemaps`

| url | entries |
|---|---|
| https://example.com/all.xml | 50001 |
| https://example.com/full.xml | 50000 |

finds:

| sitemap_url | observed | expected | fix |
|---|---|---|---|
| https://example.com/all.xml | 50,001 URLs | At most 50,000 URLs | Split the sitemap |

### Duplicate URLs count

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

| sitemap_url | observed | expected | fix |
|---|---|---|---|
| https://example.com/sitemap.xml | 3 URLs | At most 2 URLs | Split the sitemap |

### At the limit, below the limit

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
    CONCAT(FORMAT_NUMBER(entries, 0), ' URLs') AS observed,
    CONCAT('At most ', FORMAT_NUMBER($max_urls, 0), ' URLs') AS expected,
    'Split the sitemap' AS fix
FROM sitemaps
WHERE entries > $max_urls AND kind <> 'sitemapindex'
