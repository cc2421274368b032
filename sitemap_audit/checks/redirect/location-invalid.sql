/*
---
severity: error
keeps_out: pages
cause: redirects without a valid Location
confidence: high
basis: documented
engines: [google, bing, protocol]
known_as:
  Google Search Console: ["Page indexing: Redirect error"]
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
# Redirect with missing or invalid Location

## What it finds

A listed URL that returns a redirect status without a Location header, or with a Location that is
not an http or https URL; or whose redirect chain ends in such a response. A relative Location is
valid.

## Why it matters

Search engines cannot follow the redirect and do not index the URL. HTTP (RFC 9110) defines Location
as the target of a redirect. Visitors see an empty page.

## How to fix it

Set the Location header to the http or https URL of the target, in the server configuration, the CDN
or the application. If there is no target, return 404 or 410.

## Example

### No Location, ftp Location, none at the second redirect

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

| url | sitemap_url | observed | expected | fix |
|---|---|---|---|---|
| https://example.com/ftp | https://example.com/sitemap.xml | Returns 302, Location: ftp://example.com/x | Location with an http or https URL | Set the Location header to the URL of the target |
| https://example.com/later | https://example.com/sitemap.xml | 301 → 301 (no valid Location at the last redirect) | Location with an http or https URL | Set the Location header to the URL of the target |
| https://example.com/none | https://example.com/sitemap.xml | Returns 301 without Location | Location with an http or https URL | Set the Location header to the URL of the target |

### Relative Location

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
                REPLACE(redirect_chains.statuses, ', ', ' → '),
                ' (no valid Location at the last redirect)'
            )
        WHEN pages.location IS NULL
            THEN CONCAT('Returns ', redirect_chains.first_status, ' without Location')
        ELSE CONCAT('Returns ', redirect_chains.first_status, ', Location: ', pages.location)
    END AS observed,
    'Location with an http or https URL' AS expected,
    'Set the Location header to the URL of the target' AS fix
FROM redirect_chains
INNER JOIN listed ON redirect_chains.url_key = listed.url_key
INNER JOIN pages ON redirect_chains.url_key = pages.url_key
WHERE redirect_chains.outcome = 'invalid'
