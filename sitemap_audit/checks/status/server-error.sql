/*
---
severity: error
keeps_out: pages
cause: returns 5xx
confidence: high
basis: documented
engines: [google, bing]
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
# URL in sitemap returns 5xx

## What it finds

A URL in a sitemap that still returns a status from 500 to 599 when it is requested again.

## Why it matters

Google slows down crawling of the host when it gets 5xx responses, and removes URLs that return them
for a longer time from the index. Bing indexes only URLs that return 200.

## How to fix it

Check the server's error log for the URL. If the page works in a browser, the server may fail under
load: audit again with a lower `--concurrency`.

## Example

### 500 and 502

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

| url | sitemap_url | observed | expected | fix |
|---|---|---|---|---|
| https://example.com/bug | https://example.com/sitemap.xml | Returns 500 | 200 | Check the server error log for this URL |
| https://example.com/gateway | https://example.com/sitemap.xml | Returns 502 | 200 | Check the server error log for this URL |

### Not checked: the whole host returns 503

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
    CONCAT('Returns ', status) AS observed,
    '200' AS expected,
    'Check the server error log for this URL' AS fix
FROM listed_pages
WHERE state = 'server-error'
