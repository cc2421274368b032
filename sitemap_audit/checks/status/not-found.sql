/*
---
severity: error
confidence: high
basis: documented
engines: [google, bing]
aliases: [page-404-410]
needs: [entries, pages]
over: listed_pages
unknown: "state = 'unknown'"
see:
  - https://developers.google.com/search/docs/crawling-indexing/http-network-errors
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap
since: 0.1.0
---
# Listed URL that is not found

## What it finds

A URL in a sitemap that answers 404 (not found) or 410 (gone).

## Why it matters

A sitemap is a list of pages to be indexed. One that is gone cannot be, costs a crawl each time, and
many of them make search engines trust the sitemap less.

## How to fix it

Take the URL out of the sitemap. If the page has moved, redirect its old address and list the new
one; if it should be there, bring it back.

## Example

### Gone pages, and one that is there

`entries`

| loc | line |
|---|---|
| https://example.com/old | 3 |
| https://example.com/gone | 4 |
| https://example.com/here | 5 |

`pages`

| url | status |
|---|---|
| https://example.com/old | 404 |
| https://example.com/gone | 410 |
| https://example.com/here | 200 |

finds:

| url | sitemap_url | line | observed | expected |
|---|---|---|---|---|
| https://example.com/gone | https://example.com/sitemap.xml | 4 | status 410 | status 200 |
| https://example.com/old | https://example.com/sitemap.xml | 3 | status 404 | status 200 |

### What is pointed to and not listed, and what was not fetched

`entries`

| loc |
|---|
| https://example.com/not-fetched |

`pages`

| url | status | role |
|---|---|---|
| https://example.com/target | 404 | canonical |

finds:

nothing

### A broken redirect is judged as a redirect

`entries`

| loc |
|---|
| https://example.com/moved |

`pages`

| url | status | location |
|---|---|---|
| https://example.com/moved | 301 | https://example.com/gone |
| https://example.com/gone | 404 | |

finds:

nothing
*/
SELECT
    url,
    sitemap_url,
    line,
    CONCAT('status ', status) AS observed,
    'status 200' AS expected
FROM listed_pages
WHERE state = 'client-error' AND status IN (404, 410)
