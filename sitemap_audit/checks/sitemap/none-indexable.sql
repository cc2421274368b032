/*
---
severity: error
keeps_out: pages
confidence: high
basis: inferred
engines: [google, bing]
aliases: [sitemap-all-non-indexable]
needs: [entries, pages, page_canonicals]
over: sitemap_shares
when: "urls >= $min_urls"
unknown: "judged < urls AND not_indexable = judged"
parameters: {min_urls: 3}
see:
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap
since: 0.1.0
---
# Sitemap of which no URL can be indexed

## What it finds

A sitemap file with at least `min_urls` URLs, all of which were judged and none of which can be
indexed under the address that it lists.

## Why it matters

Such a file brings nothing to the index and costs a crawl of each of its URLs, again and again.
Mostly it is an old file that somebody forgot, or lists the site's former address.

## How to fix it

Take the file out of robots.txt and of the index, and delete it; or correct what all of its URLs
have in common.

## Example

### An old file

`entries`

| loc |
|---|
| https://example.com/p0 |
| https://example.com/p1 |
| https://example.com/p2 |

`pages`

| url | status |
|---|---|
| https://example.com/p0 | 404 |
| https://example.com/p1 | 404 |
| https://example.com/p2 | 404 |

finds:

| sitemap_url | related_url | observed | expected |
|---|---|---|---|
| https://example.com/sitemap.xml | https://example.com/p0 | none of 3 URLs can be indexed as listed, such as https://example.com/p0 | pages that can be indexed |

### One is good

`entries`

| loc |
|---|
| https://example.com/p0 |
| https://example.com/p1 |
| https://example.com/p2 |

`pages`

| url | status |
|---|---|
| https://example.com/p0 | 404 |
| https://example.com/p1 | 404 |
| https://example.com/p2 | 200 |

finds:

nothing

### Nobody knows of the third

`entries`

| loc |
|---|
| https://example.com/p0 |
| https://example.com/p1 |
| https://example.com/p2 |

`pages`

| url | status |
|---|---|
| https://example.com/p0 | 404 |
| https://example.com/p1 | 404 |

finds:

nothing
*/
SELECT
    sitemap_url,
    example AS related_url,
    CONCAT('none of ', urls, ' URLs can be indexed as listed, such as ', example) AS observed,
    'pages that can be indexed' AS expected
FROM sitemap_shares
WHERE urls >= $min_urls AND not_indexable = urls
