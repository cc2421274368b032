/*
---
severity: error
keeps_out: pages
cause: times out
confidence: high
basis: documented
engines: [google, bing]
known_as:
  Ahrefs: ["Page from sitemap timed out", "Timed out"]
  Screaming Frog: ["Response Codes: Internal No Response"]
  Semrush: ["Pages could not be crawled"]
  Sitebulb: ["XML Sitemaps: Timed out URL"]
needs: [entries, pages]
over: listed_pages
unknown: "state = 'unknown'"
see:
  - https://developers.google.com/search/docs/crawling-indexing/http-network-errors
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap
  - https://www.bing.com/webmasters/help/webmasters-guidelines-30fba23a
since: 0.1.0
---
# URL in sitemap times out

## What it finds

A URL in a sitemap whose response did not arrive completely within the timeout, at every try.

## Why it matters

Google treats timeouts like 5xx: it slows down crawling of the host and removes URLs that keep
timing out from the index. Bing cannot index them either.

## How to fix it

Check the server log for the response time of the URL, then the database queries and external
services of the page. If it is fast in a browser, the server may fail under load: audit again with a
lower `--concurrency`.

## Example

### Timeout; connection reset; 200

`entries`

| loc |
|---|
| https://example.com/slow |
| https://example.com/reset |
| https://example.com/fine |

`pages`

| url | error | status |
|---|---|---|
| https://example.com/slow | timeout | |
| https://example.com/reset | reset | |
| https://example.com/fine | | 200 |

finds:

| url | sitemap_url | observed | expected | fix |
|---|---|---|---|---|
| https://example.com/slow | https://example.com/sitemap.xml | Timed out | 200 | Check the response time in the server log |

### Slow, but complete

`entries`

| loc |
|---|
| https://example.com/ |

`pages`

| url | status | seconds |
|---|---|---|
| https://example.com/ | 200 | 9.5 |

finds:

nothing
*/
SELECT
    url,
    sitemap_url,
    line,
    'Timed out' AS observed,
    '200' AS expected,
    'Check the response time in the server log' AS fix
FROM listed_pages
WHERE state = 'no-response' AND error = 'timeout'
