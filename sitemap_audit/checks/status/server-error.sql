/*
---
severity: error
keeps_out: pages
confidence: high
basis: documented
engines: [google, bing]
aliases: [page-5xx]
known_as:
  Ahrefs: ["5XX page in sitemap", "500 page", "5XX page"]
  Google Search Console: ["URLs not accessible", "Page indexing: Server error (5xx)"]
  Lumar: ["Error Pages in Sitemaps"]
  Screaming Frog:
    - "Response Codes: Internal Server Error (5XX)"
    - "Sitemaps: Non-Indexable URLs in Sitemap"
  Semrush: ["Incorrect pages found in sitemap.xml"]
  Sitebulb: ["XML Sitemaps: Error (5XX) URL"]
needs: [entries, pages]
over: listed_pages
unknown: "state = 'unknown'"
see:
  - https://developers.google.com/search/docs/crawling-indexing/http-network-errors
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap
  - https://www.bing.com/webmasters/help/webmasters-guidelines-30fba23a
since: 0.1.0
---
# Listed URL with a server error

## What it finds

A URL in a sitemap that still answers with a status from 500 to 599 after it was tried again.

## Why it matters

Search engines slow down when they meet server errors, and drop pages that keep having them.

## How to fix it

Look the URL up in the server's error log. If the page works in a browser, ask whether the server
gave way under the load; audit again with fewer requests at once.

## Example

### Two kinds of server error

`entries`

| loc |
|---|
| https://example.com/bug |
| https://example.com/gateway |
| https://example.com/fine |

`pages`

| url | status |
|---|---|
| https://example.com/bug | 500 |
| https://example.com/gateway | 502 |
| https://example.com/fine | 200 |

finds:

| url | sitemap_url | observed | expected |
|---|---|---|---|
| https://example.com/bug | https://example.com/sitemap.xml | status 500 | status 200 |
| https://example.com/gateway | https://example.com/sitemap.xml | status 502 | status 200 |

### Where every answer is a 503, nothing is known of the pages

`entries`

| loc |
|---|
| https://example.com/1 |
| https://example.com/2 |
| https://example.com/3 |
| https://example.com/4 |
| https://example.com/5 |
| https://example.com/6 |
| https://example.com/7 |
| https://example.com/8 |
| https://example.com/9 |
| https://example.com/10 |

`pages`

| url | status |
|---|---|
| https://example.com/1 | 503 |
| https://example.com/2 | 503 |
| https://example.com/3 | 503 |
| https://example.com/4 | 503 |
| https://example.com/5 | 503 |
| https://example.com/6 | 503 |
| https://example.com/7 | 503 |
| https://example.com/8 | 503 |
| https://example.com/9 | 503 |
| https://example.com/10 | 503 |

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
WHERE state = 'server-error'
