/*
---
severity: error
keeps_out: pages
confidence: high
basis: documented
engines: [protocol, google, bing, yandex]
needs: [sitemaps]
over: sitemap_chains
when: "found_by <> 'guess'"
unknown: "outcome = 'unknown'"
see:
  - https://www.rfc-editor.org/rfc/rfc9110.html#section-10.2.2
  - https://support.google.com/webmasters/answer/7451001
since: 0.1.0
---
# Sitemap that redirects nowhere

## What it finds

A sitemap that something names and that answers with a redirect, itself or after others, that has no
Location or one that is no http or https address.

## Why it matters

There is nowhere to go on to: the file is not read.

## How to fix it

Have the address answer with the file, or name the address where it is.

## Example

### No Location, and a scheme that is none of the web

`sitemaps`

| url | found_by | found_in | status | location |
|---|---|---|---|---|
| https://example.com/a.xml | robots | https://example.com/robots.txt | 301 | |
| https://example.com/b.xml | robots | https://example.com/robots.txt | 301 | /c.xml |
| https://example.com/c.xml | redirect | https://example.com/b.xml | 302 | file:///srv/sitemap.xml |

finds:

| sitemap_url | related_url | observed | expected |
|---|---|---|---|
| https://example.com/a.xml | https://example.com/robots.txt | status 301 without a Location | a Location with an http or https address |
| https://example.com/b.xml | https://example.com/robots.txt | status 302 to file:///srv/sitemap.xml | a Location with an http or https address |

### A redirect that leads to the file

`sitemaps`

| url | found_by | status | location |
|---|---|---|---|
| https://example.com/a.xml | robots | 301 | /b.xml |
| https://example.com/b.xml | redirect | 200 | |

finds:

nothing
*/
SELECT
    url AS sitemap_url,
    found_in AS related_url,
    CONCAT(
        'status ',
        final_status,
        COALESCE(' to ' || NULLIF(final_location, ''), ' without a Location')
    ) AS observed,
    'a Location with an http or https address' AS expected
FROM sitemap_chains
WHERE found_by <> 'guess' AND outcome = 'invalid'
