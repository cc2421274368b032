/*
---
severity: error
keeps_out: pages
cause: is in a redirect loop for clients without cookies
confidence: high
basis: documented
engines: [google, bing]
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
# Redirect loop without cookies

## What it finds

A listed URL that redirects in a loop (to itself, or through other URLs) as long as no cookie is
sent, and returns a page when the audit requests it again with the cookies set on the way. At most
1,000 loops are requested again; `redirect/loop` and `redirect/to-itself` report the others.

## Why it matters

Googlebot and Bingbot do not keep cookies. For them the redirect loop never ends, so the page is not
indexed.

## How to fix it

Return the page at the first request, also without cookies, and set the cookie in the same response.
Check the consent tool, the bot protection of the CDN and the session handling of the application.

## Example

### A redirect to itself that a cookie ends

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

| url | sitemap_url | related_url | observed | expected | fix |
|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | https://example.com/a | Redirects to itself without cookies; 200 with cookies | 200 without cookies | Return the page without requiring cookies |
*/
SELECT
    chain.url,
    listed.sitemap_url,
    chain.next_url AS related_url,
    listed.line,
    CONCAT(
        CASE
            WHEN chain.hops = 1 AND chain.final_key = chain.url_key
                THEN 'Redirects to itself without cookies; '
            ELSE 'Redirect loop without cookies; '
        END,
        again.status,
        ' with cookies'
    ) AS observed,
    '200 without cookies' AS expected,
    'Return the page without requiring cookies' AS fix
FROM redirect_chains AS chain
INNER JOIN listed ON chain.url_key = listed.url_key
INNER JOIN redirect_loops AS again ON chain.final_key = again.url_key
WHERE chain.outcome = 'loop' AND again.status BETWEEN 200 AND 299
