/*
---
severity: error
keeps_out: pages
cause: redirects to itself
confidence: high
basis: documented
engines: [google, bing]
known_as:
  Google Search Console: ["Page indexing: Redirect error"]
  Screaming Frog: ["Response Codes: Internal Redirect Loop"]
  Sitebulb: ["Redirects: Redirects back to itself"]
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
# URL in sitemap redirects to itself

## What it finds

A listed URL whose Location is the same URL. A fragment (`#top`) makes no difference.

## Why it matters

Search engines and visitors never reach a page, and Search Console reports a redirect error. Often
the redirect sets a cookie and expects it in the next request; Googlebot and Bingbot do not keep
cookies.

## How to fix it

Return 200 with the page, also to a visitor without cookies. Check the redirect rules of the server,
the CDN and the application, and the consent tool.

## Example

### With and without a fragment

`entries`

| loc |
|---|
| https://example.com/a |
| https://example.com/b |

`pages`

| url | status | location |
|---|---|---|
| https://example.com/a | 302 | /a |
| https://example.com/b | 301 | /b#top |

finds:

| url | sitemap_url | related_url | observed | expected | fix |
|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | https://example.com/a | Redirects to itself (302) | 200 | Return 200 with the page, also without cookies |
| https://example.com/b | https://example.com/sitemap.xml | https://example.com/b | Redirects to itself (301) | 200 | Return 200 with the page, also without cookies |

### To the URL with a trailing slash

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
    redirect_chains.final_url AS related_url,
    listed.line,
    CONCAT('Redirects to itself (', redirect_chains.first_status, ')') AS observed,
    '200' AS expected,
    'Return 200 with the page, also without cookies' AS fix
FROM redirect_chains
INNER JOIN listed ON redirect_chains.url_key = listed.url_key
WHERE
    redirect_chains.outcome = 'loop'
    AND redirect_chains.hops = 1
    AND redirect_chains.final_key = redirect_chains.url_key
    AND NOT EXISTS (
        SELECT 1 FROM redirect_loops AS again
        WHERE again.url_key = redirect_chains.final_key AND again.status BETWEEN 200 AND 299
    )
