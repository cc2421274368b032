/*
---
severity: error
keeps_out: pages
cause: is in a redirect loop
confidence: high
basis: documented
engines: [google, bing]
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

A listed URL whose redirects return to it, or lead into a loop of other URLs.

## Why it matters

Search engines and visitors never reach a page. Googlebot stops after 10 redirects, and Search
Console reports a redirect error.

## How to fix it

Remove one of the two redirect rules that contradict each other, in the server configuration, the
CDN or the redirect plugin. Usually one rule adds the trailing slash, `www` or `https` and another
removes it.

## Example

### A loop of two URLs, and a redirect into it

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

| url | sitemap_url | related_url | observed | expected | fix |
|---|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | https://example.com/a/ | Returns to this URL after 2 redirects | 200 | Remove one of the conflicting redirect rules |
| https://example.com/in | https://example.com/sitemap.xml | https://example.com/a | Redirects into a loop | 200 | Remove one of the conflicting redirect rules |

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
            THEN CONCAT('Returns to this URL after ', redirect_chains.hops, ' redirects')
        ELSE 'Redirects into a loop'
    END AS observed,
    '200' AS expected,
    'Remove one of the conflicting redirect rules' AS fix
FROM redirect_chains
INNER JOIN listed ON redirect_chains.url_key = listed.url_key
WHERE
    redirect_chains.outcome = 'loop'
    AND (redirect_chains.hops > 1 OR redirect_chains.final_key <> redirect_chains.url_key)
    AND NOT EXISTS (
        SELECT 1 FROM redirect_loops AS again
        WHERE again.url_key = redirect_chains.final_key AND again.status BETWEEN 200 AND 299
    )
