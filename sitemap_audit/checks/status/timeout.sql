/*
---
severity: error
keeps_out: pages
confidence: high
basis: documented
engines: [google, bing]
aliases: [page-timeout]
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
# Listed URL that times out

## What it finds

A URL in a sitemap whose answer had not come, or had not come whole, when the time allowed was over,
each time it was tried.

## Why it matters

Search engines do not wait long either. They crawl a slow host less, and drop pages that they cannot
get.

## How to fix it

Find out what makes the page slow: the server's log shows how long it worked. If the page is fast in
a browser, ask whether the server gave way under the load; audit again with fewer requests at once.

## Example

### No answer in time

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

| url | sitemap_url | observed | expected |
|---|---|---|---|
| https://example.com/slow | https://example.com/sitemap.xml | no answer in time | an answer in time |

### The page came, and is no more than slow

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
    'no answer in time' AS observed,
    'an answer in time' AS expected
FROM listed_pages
WHERE state = 'no-response' AND error = 'timeout'
