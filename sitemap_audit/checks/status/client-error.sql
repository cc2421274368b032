/*
---
severity: error
keeps_out: pages
confidence: high
basis: documented
engines: [google, bing]
aliases: [page-4xx]
known_as:
  Ahrefs: ["4XX page in sitemap", "4XX page"]
  Google Search Console: ["URLs not accessible", "Page indexing: Other 4xx"]
  Lumar: ["Error Pages in Sitemaps"]
  Screaming Frog:
    - "Response Codes: Internal Client Error (4XX)"
    - "Sitemaps: Non-Indexable URLs in Sitemap"
  Semrush: ["Incorrect pages found in sitemap.xml"]
  Sitebulb: ["XML Sitemaps: Not Found (4XX) URL"]
  squirrelscan: ["sitemap-4xx"]
needs: [entries, pages]
over: listed_pages
unknown: "state = 'unknown'"
see:
  - https://developers.google.com/search/docs/crawling-indexing/http-network-errors
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap
  - https://www.bing.com/webmasters/help/webmasters-guidelines-30fba23a
since: 0.1.0
---
# Listed URL with a client error

## What it finds

A URL in a sitemap that answers with a status from 400 to 499 other than 401, 403, 404, 410 (which
have checks of their own) and 429 (which speaks of the number of requests and not of the page).

## Why it matters

To a search engine every such status says that there is nothing to index.

## How to fix it

Find out what the server does not like about a plain GET request for the URL. Take it out of the
sitemap if there is no page.

## Example

### A bad request, and statuses that other checks own

`entries`

| loc |
|---|
| https://example.com/odd |
| https://example.com/old |
| https://example.com/members |
| https://example.com/busy |

`pages`

| url | status |
|---|---|
| https://example.com/odd | 400 |
| https://example.com/old | 404 |
| https://example.com/members | 403 |
| https://example.com/busy | 429 |

finds:

| url | sitemap_url | observed | expected |
|---|---|---|---|
| https://example.com/odd | https://example.com/sitemap.xml | status 400 | status 200 |

### All is well

`entries`

| loc |
|---|
| https://example.com/ |

`pages`

| url | status |
|---|---|
| https://example.com/ | 200 |

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
WHERE state = 'client-error' AND status NOT IN (401, 403, 404, 410)
