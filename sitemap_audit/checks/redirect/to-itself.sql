/*
---
severity: error
keeps_out: pages
confidence: high
basis: documented
engines: [google, bing]
aliases: [redirect-self]
known_as:
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
# Redirect to itself

## What it finds

A listed URL that redirects to itself. A fragment behind the address makes no difference.

## Why it matters

No page is ever reached. Often the redirect sets a cookie and expects it back; search engines send
none.

## How to fix it

Answer with the page, also to a visitor without cookies.

## Example

### To itself, with and without a fragment

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

| url | sitemap_url | related_url | observed | expected |
|---|---|---|---|---|
| https://example.com/a | https://example.com/sitemap.xml | https://example.com/a | status 302 to itself | status 200 |
| https://example.com/b | https://example.com/sitemap.xml | https://example.com/b | status 301 to itself | status 200 |

### To the form with a slash

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
    CONCAT('status ', redirect_chains.first_status, ' to itself') AS observed,
    'status 200' AS expected
FROM redirect_chains
INNER JOIN listed ON redirect_chains.url_key = listed.url_key
WHERE
    redirect_chains.hops = 1 AND redirect_chains.final_key = redirect_chains.url_key
    AND NOT EXISTS (
        SELECT 1 FROM redirect_loops AS again
        WHERE again.url_key = redirect_chains.final_key AND again.status BETWEEN 200 AND 299
    )
