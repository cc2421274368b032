/*
---
severity: error
keeps_out: pages
confidence: high
basis: documented
engines: [google, bing, protocol]
aliases: [redirect-location-invalid]
needs: [entries, pages]
over: redirect_chains
when: "listed"
unknown: "outcome = 'unknown'"
see:
  - https://www.rfc-editor.org/rfc/rfc9110.html#section-10.2.2
  - https://developers.google.com/search/docs/crawling-indexing/301-redirects
  - https://www.bing.com/webmasters/help/webmasters-guidelines-30fba23a
since: 0.1.0
---
# Redirect without a usable Location

## What it finds

A listed URL that answers with a redirect status and without a Location header, or with one that is
no http or https address; or whose chain of redirects ends in such an answer. A relative Location is
fine.

## Why it matters

There is nothing to follow: visitors see an empty page, search engines drop the URL.

## How to fix it

Send a Location header with the address of the target.

## Example

### None, none that can be followed, and one further on

`entries`

| loc |
|---|
| https://example.com/none |
| https://example.com/ftp |
| https://example.com/later |

`pages`

| url | status | location | redirect_problem |
|---|---|---|---|
| https://example.com/none | 301 | | missing |
| https://example.com/ftp | 302 | ftp://example.com/x | |
| https://example.com/later | 301 | /none | |

finds:

| url | sitemap_url | observed | expected |
|---|---|---|---|
| https://example.com/ftp | https://example.com/sitemap.xml | status 302 with Location ftp://example.com/x | a Location with an http or https address |
| https://example.com/later | https://example.com/sitemap.xml | statuses 301, 301, the last without a usable Location | a Location with an http or https address |
| https://example.com/none | https://example.com/sitemap.xml | status 301 without Location | a Location with an http or https address |

### A relative Location

`entries`

| loc |
|---|
| https://example.com/a |

`pages`

| url | status | location |
|---|---|---|
| https://example.com/a | 301 | b |
| https://example.com/b | 200 | |

finds:

nothing
*/
SELECT
    redirect_chains.url,
    listed.sitemap_url,
    listed.line,
    CASE
        WHEN redirect_chains.hops > 1
            THEN CONCAT(
                'statuses ', redirect_chains.statuses, ', the last without a usable Location'
            )
        WHEN pages.location IS NULL
            THEN CONCAT('status ', redirect_chains.first_status, ' without Location')
        ELSE CONCAT('status ', redirect_chains.first_status, ' with Location ', pages.location)
    END AS observed,
    'a Location with an http or https address' AS expected
FROM redirect_chains
INNER JOIN listed ON redirect_chains.url_key = listed.url_key
INNER JOIN pages ON redirect_chains.url_key = pages.url_key
WHERE redirect_chains.outcome = 'invalid'
