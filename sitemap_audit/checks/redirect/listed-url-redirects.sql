/*
---
severity: error
confidence: high
basis: documented
engines: [google, bing]
aliases: [sitemap-url-redirects]
needs: [entries, pages]
over: listed_pages
unknown: "state = 'unknown'"
see:
  - https://developers.google.com/search/docs/crawling-indexing/301-redirects
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap
since: 0.1.0
---
# Listed URL that redirects

## What it finds

A URL in a sitemap that answers with a redirect. Redirects that lead nowhere (loops, errors, no
usable Location) have checks of their own.

## Why it matters

A sitemap lists the addresses under which pages are to be indexed, and a redirect says that this is
not one. Search engines have to crawl twice, and the two signals contradict each other.

## How to fix it

List the address that the redirect leads to in place of this one.

## Example

### A moved page

`entries`

| loc | line |
|---|---|
| https://example.com/old | 3 |
| https://example.com/new | 7 |

`pages`

| url | status | location |
|---|---|---|
| https://example.com/old | 301 | /new |
| https://example.com/new | 200 | |

finds:

| url | sitemap_url | line | related_url | observed | expected |
|---|---|---|---|---|---|
| https://example.com/old | https://example.com/sitemap.xml | 3 | https://example.com/new | status 301 | status 200 |

### The target was not fetched: the URL redirects all the same

`entries`

| loc |
|---|
| https://example.com/a |

`pages`

| url | status | location |
|---|---|---|
| https://example.com/a | 302 | /a/ |
| https://example.com/a/ | 301 | /b |

finds:

| url | sitemap_url | related_url | observed | expected |
|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | https://example.com/b | statuses 302, 301 | status 200 |

### What is not listed, and what leads nowhere

`entries`

| loc |
|---|
| https://example.com/to-404 |
| https://example.com/loop |

`pages`

| url | status | location |
|---|---|---|
| https://example.com/to-404 | 301 | /404 |
| https://example.com/404 | 404 | |
| https://example.com/loop | 301 | /loop |
| https://example.com/unlisted | 301 | / |

finds:

nothing
*/
SELECT
    redirect_chains.url,
    listed.sitemap_url,
    redirect_chains.final_url AS related_url,
    listed.line,
    CASE
        WHEN redirect_chains.hops = 1 THEN CONCAT('status ', redirect_chains.statuses)
        ELSE CONCAT('statuses ', redirect_chains.statuses)
    END AS observed,
    'status 200' AS expected
FROM redirect_chains
INNER JOIN listed ON redirect_chains.url_key = listed.url_key
WHERE redirect_chains.outcome IN ('ok', 'unknown')
