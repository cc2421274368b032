/*
---
severity: error
keeps_out: pages
confidence: high
basis: documented
engines: [google, bing]
aliases: [redirect-loop-cookies]
needs: [entries, pages, redirect_loops]
over: redirect_chains
when: "listed"
unknown: "outcome = 'unknown'"
see:
  - https://developers.google.com/search/docs/crawling-indexing/301-redirects
  - https://developers.google.com/search/docs/crawling-indexing/http-network-errors
  - https://www.bing.com/webmasters/help/webmasters-guidelines-30fba23a
since: 0.1.0
---
# Page that only those who keep cookies can reach

## What it finds

A listed URL whose redirects come back to where they began, or run into such a circle, as long as no
cookie is sent; asked again at the end of the crawl with the cookies that were set on the way, it
answers with a page. At most a thousand such circles are asked again; the others are in
`redirect/loop` and `redirect/to-itself`.

## Why it matters

Search engines send no cookies back: for them the redirects never end, and there is no page.

## How to fix it

Answer with the page at the first request, also to a visitor without cookies. Set the cookie along
with the page.

## Example

### A visitor is to show that cookies are kept

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/b |

`pages`

| url | status | location |
|---|---|---|
| https://example.com/a | 302 | /a |
| https://example.com/b | 302 | /b |

`redirect_loops`

| url | status |
|---|---|
| https://example.com/a | 200 |
| https://example.com/b | 302 |

finds:

| url | sitemap_url | related_url | observed | expected |
|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | https://example.com/a | redirects without end; with its cookies kept, status 200 | status 200 without cookies |
*/
SELECT
    chain.url,
    listed.sitemap_url,
    chain.next_url AS related_url,
    listed.line,
    CONCAT('redirects without end; with its cookies kept, status ', again.status) AS observed,
    'status 200 without cookies' AS expected
FROM redirect_chains AS chain
INNER JOIN listed ON chain.url_key = listed.url_key
INNER JOIN redirect_loops AS again ON chain.final_key = again.url_key
WHERE chain.outcome = 'loop' AND again.status BETWEEN 200 AND 299
