/*
---
severity: error
keeps_out: pages
confidence: high
basis: inferred
engines: [google, bing]
aliases: [sitemap-redirect-excessive]
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
# Sitemap that redirects too often

## What it finds

A sitemap that something names and that leads through more than ten redirects, or round in a circle.

## Why it matters

Google follows ten redirects and then gives up. The file is not read by anybody.

## How to fix it

Name the final address, or correct the redirect that leads back.

## Example

### A circle of two

`sitemaps`

| url | found_by | found_in | status | location |
|---|---|---|---|---|
| https://example.com/a.xml | robots | https://example.com/robots.txt | 301 | /b.xml |
| https://example.com/b.xml | redirect | https://example.com/a.xml | 302 | /a.xml |

finds:

| sitemap_url | related_url | observed | expected |
|---|---|---|---|
| https://example.com/a.xml | https://example.com/robots.txt | redirects in a circle | status 200, after 10 redirects at most |

### To itself, as a child of an index; a third hop, with a limit of two

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

| sitemap_url | related_url | observed | expected |
|---|---|---|---|
| https://example.com/a.xml | https://example.com/index.xml | redirects in a circle | status 200, after 2 redirects at most |
| https://example.com/1.xml | https://example.com/robots.txt | 3 redirects | status 200, after 2 redirects at most |

### Two redirects to the file, and an address that was only tried

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
        WHEN outcome = 'loop' THEN 'redirects in a circle'
        WHEN outcome = 'too-long' THEN CONCAT('more than ', hops - 1, ' redirects')
        ELSE CONCAT(hops, ' redirects')
    END AS observed,
    CONCAT('status 200, after ', $max_redirects, ' redirects at most') AS expected
FROM sitemap_chains
WHERE found_by <> 'guess' AND (outcome = 'loop' OR hops > $max_redirects)
