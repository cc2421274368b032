/*
---
severity: error
keeps_out: pages
confidence: high
basis: documented
engines: [google, bing]
aliases: [page-401-403]
known_as:
  Ahrefs: ["4XX page in sitemap"]
  Google Search Console: ["Page indexing: Unauthorized (401)", "Page indexing: Forbidden (403)"]
  Screaming Frog: ["Response Codes: Internal Client Error (4XX)"]
  Sitebulb: ["XML Sitemaps: Forbidden (403) URL"]
needs: [entries, pages]
over: listed_pages
unknown: "state = 'unknown'"
see:
  - https://developers.google.com/search/docs/crawling-indexing/http-network-errors
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap
  - https://www.bing.com/webmasters/help/webmasters-guidelines-30fba23a
since: 0.1.0
---
# Listed URL that is forbidden

## What it finds

A URL in a sitemap that answers 401 (log in first) or 403 (forbidden), on a host that answers most
other requests. Where most of a host's answers are of this kind, a bot wall is taken to stand before
it, and `site/bot-protection` says so instead.

## Why it matters

Search engines cannot read what they are not let in to, and do not index it.

## How to fix it

Let everybody read the page, or take it out of the sitemap. If only crawlers are turned away, look
at the rules of the firewall or the CDN.

## Example

### Two pages behind a door

`entries`

| loc |
|---|
| https://example.com/members |
| https://example.com/secret |
| https://example.com/open |

`pages`

| url | status |
|---|---|
| https://example.com/members | 401 |
| https://example.com/secret | 403 |
| https://example.com/open | 200 |

finds:

| url | sitemap_url | observed | expected |
|---|---|---|---|
| https://example.com/members | https://example.com/sitemap.xml | status 401 | status 200 |
| https://example.com/secret | https://example.com/sitemap.xml | status 403 | status 200 |

### A bot wall before the whole host says nothing about its pages

`entries`

| loc |
|---|
| https://example.com/1 |
| https://example.com/2 |
| https://example.com/3 |
| https://example.com/4 |
| https://example.com/5 |
| https://example.com/6 |
| https://example.com/7 |
| https://example.com/8 |
| https://example.com/9 |
| https://example.com/10 |

`pages`

| url | status |
|---|---|
| https://example.com/1 | 403 |
| https://example.com/2 | 403 |
| https://example.com/3 | 403 |
| https://example.com/4 | 403 |
| https://example.com/5 | 403 |
| https://example.com/6 | 403 |
| https://example.com/7 | 403 |
| https://example.com/8 | 403 |
| https://example.com/9 | 403 |
| https://example.com/10 | 403 |

finds:

nothing

### A challenge is not a door

`entries`

| loc |
|---|
| https://example.com/shop |

`pages`

| url | status | challenge |
|---|---|---|
| https://example.com/shop | 403 | cf-mitigated |

finds:

nothing
*/
SELECT
    url,
    sitemap_url,
    line,
    CONCAT('status ', status) AS observed,
    'status 200' AS expected
FROM listed_pages
WHERE state = 'client-error' AND status IN (401, 403)
