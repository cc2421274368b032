/*
---
severity: error
keeps_out: pages
confidence: high
basis: documented
engines: [google, bing]
aliases: [redirect-loop]
known_as:
  Ahrefs: ["Redirect loop"]
  Google Search Console: ["URLs not followed", "Page indexing: Redirect error"]
  Screaming Frog: ["Response Codes: Internal Redirect Loop"]
  Semrush: ["Redirect chains and loops"]
  Sitebulb: ["Redirects: Chained redirect loop"]
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
# Redirect loop

## What it finds

A listed URL whose redirects never end: they come back to it, or run into a circle further on.

## Why it matters

No page is ever reached, by visitors or by search engines.

## How to fix it

Break the circle: let one of its addresses answer with the page. Two rules that contradict each
other are the usual cause: one adds the slash, `www` or `https` that the other takes away.

## Example

### A circle of two, and a way into it

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/in |

`pages`

| url | status | location |
|---|---|---|
| https://example.com/a | 301 | /a/ |
| https://example.com/a/ | 301 | /a |
| https://example.com/in | 302 | /a |

finds:

| url | sitemap_url | related_url | observed | expected |
|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | https://example.com/a/ | comes back to itself after 2 redirects | a page at the end |
| https://example.com/in | https://example.com/sitemap.xml | https://example.com/a | runs into a loop | a page at the end |

### A redirect that ends

`entries`

| loc |
|---|
| https://example.com/a |

`pages`

| url | status | location |
|---|---|---|
| https://example.com/a | 301 | /a/ |
| https://example.com/a/ | 200 | |

finds:

nothing
*/
SELECT
    redirect_chains.url,
    listed.sitemap_url,
    redirect_chains.next_url AS related_url,
    listed.line,
    CASE
        WHEN redirect_chains.final_key = redirect_chains.url_key
            THEN CONCAT('comes back to itself after ', redirect_chains.hops, ' redirects')
        ELSE 'runs into a loop'
    END AS observed,
    'a page at the end' AS expected
FROM redirect_chains
INNER JOIN listed ON redirect_chains.url_key = listed.url_key
WHERE
    redirect_chains.outcome = 'loop'
    AND (redirect_chains.hops > 1 OR redirect_chains.final_key <> redirect_chains.url_key)
    AND NOT EXISTS (
        SELECT 1 FROM redirect_loops AS again
        WHERE again.url_key = redirect_chains.final_key AND again.status BETWEEN 200 AND 299
    )
