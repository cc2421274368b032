/*
---
severity: error
keeps_out: pages
cause: redirects without a valid target
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
# Sitemap redirect without a valid target

## What it finds

A sitemap returns a redirect, directly or after other redirects, without a Location header, or with
a Location that is not an http or https URL.

## Why it matters

Search engines cannot follow the redirect. The sitemap is not read.

## How to fix it

Return the sitemap with status 200 at this URL, or list its final URL in robots.txt or the sitemap
index. Otherwise correct the redirect rule on the server or CDN.

## Example

### No Location, Location with file:

`sitemaps`

| url | found_by | found_in | status | location |
|---|---|---|---|---|
| https://example.com/a.xml | robots | https://example.com/robots.txt | 301 | |
| https://example.com/b.xml | robots | https://example.com/robots.txt | 301 | /c.xml |
| https://example.com/c.xml | redirect | https://example.com/b.xml | 302 | file:///srv/sitemap.xml |

finds:

| sitemap_url | related_url | observed | expected | fix |
|---|---|---|---|---|
| https://example.com/a.xml | https://example.com/robots.txt | Returns 301 without Location | Location with an http or https URL | Set Location to the URL of the sitemap |
| https://example.com/b.xml | https://example.com/robots.txt | Redirects to file:///srv/sitemap.xml (302) | Location with an http or https URL | Set Location to the URL of the sitemap |

### A redirect to the sitemap

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
    CASE
        WHEN COALESCE(final_location, '') = ''
            THEN CONCAT('Returns ', final_status, ' without Location')
        ELSE CONCAT('Redirects to ', final_location, ' (', final_status, ')')
    END AS observed,
    'Location with an http or https URL' AS expected,
    'Set Location to the URL of the sitemap' AS fix
FROM sitemap_chains
WHERE found_by <> 'guess' AND outcome = 'invalid'
