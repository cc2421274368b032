/*
---
severity: error
keeps_out: pages
cause: redirects in a loop or too many times
confidence: high
basis: inferred
engines: [google, bing]
known_as:
  Google Search Console: ["Too many redirects"]
needs: [sitemaps]
over: sitemap_chains
when: "found_by <> 'guess'"
unknown: "outcome = 'unknown' AND hops <= $max_redirects"
parameters: {max_redirects: 10}
see:
  - https://support.google.com/webmasters/answer/7451001
  - https://developers.google.com/crawling/docs/troubleshooting/http-status-codes
since: 0.1.0
---
# Sitemap redirect loop or too many redirects

## What it finds

A sitemap redirects more than `max_redirects` times (10), or in a redirect loop.

## Why it matters

Google follows at most 10 redirects and then stops. The sitemap is not read.

## How to fix it

List the final URL in robots.txt or the sitemap index, or correct the redirect rule on the server,
the CDN or in the CMS plugin that causes the loop.

## Example

### A loop of two URLs

`sitemaps`

| url | found_by | found_in | status | location |
|---|---|---|---|---|
| https://example.com/a.xml | robots | https://example.com/robots.txt | 301 | /b.xml |
| https://example.com/b.xml | redirect | https://example.com/a.xml | 302 | /a.xml |

finds:

| sitemap_url | related_url | observed | expected | fix |
|---|---|---|---|---|
| https://example.com/a.xml | https://example.com/robots.txt | Redirect loop | At most 10 redirects, then 200 | Remove the redirect loop |

### A redirect to itself in an index; 3 redirects with a limit of 2

`parameters`

| max_redirects |
|---|
| 2 |

`sitemaps`

| url | found_by | found_in | status | location |
|---|---|---|---|---|
| https://example.com/a.xml | index | https://example.com/index.xml | 301 | /a.xml |
| https://example.com/1.xml | robots | https://example.com/robots.txt | 301 | /2.xml |
| https://example.com/2.xml | redirect | https://example.com/1.xml | 301 | /3.xml |
| https://example.com/3.xml | redirect | https://example.com/2.xml | 301 | /4.xml |
| https://example.com/4.xml | redirect | https://example.com/3.xml | 200 | |

finds:

| sitemap_url | related_url | observed | expected | fix |
|---|---|---|---|---|
| https://example.com/a.xml | https://example.com/index.xml | Redirect loop | At most 2 redirects, then 200 | Remove the redirect loop |
| https://example.com/1.xml | https://example.com/robots.txt | 3 redirects | At most 2 redirects, then 200 | Replace with https://example.com/4.xml |

### Two redirects to the sitemap, a loop at a guessed URL

`sitemaps`

| url | found_by | status | location |
|---|---|---|---|
| https://example.com/1.xml | robots | 301 | /2.xml |
| https://example.com/2.xml | redirect | 301 | /3.xml |
| https://example.com/3.xml | redirect | 200 | |
| https://example.com/sitemap.xml | guess | 302 | /sitemap.xml |

finds:

nothing
*/
SELECT
    url AS sitemap_url,
    found_in AS related_url,
    CASE
        WHEN outcome = 'loop' THEN 'Redirect loop'
        WHEN outcome = 'too-long' THEN CONCAT('More than ', hops - 1, ' redirects')
        ELSE CONCAT(hops, CASE hops WHEN 1 THEN ' redirect' ELSE ' redirects' END)
    END AS observed,
    CONCAT('At most ', $max_redirects, ' redirects, then 200') AS expected,
    CASE
        WHEN outcome = 'loop' THEN 'Remove the redirect loop'
        WHEN new_url IS NOT NULL THEN CONCAT('Replace with ', new_url)
        WHEN listed_url IS NOT NULL THEN CONCAT('Remove; ', listed_url, ' is already listed')
        ELSE 'Return the sitemap with status 200'
    END AS fix
FROM sitemap_chains
WHERE found_by <> 'guess' AND (outcome = 'loop' OR hops > $max_redirects)
