/*
---
severity: warning
keeps_out: pages
confidence: medium
basis: inferred
engines: [google, bing, yandex]
aliases: [sitemap-blocked-for-bots]
needs: [sitemaps]
over: sitemap_states
when: "is_promised"
unknown: "state IN ('unreachable', 'unknown')"
see:
  - https://support.google.com/webmasters/answer/7451001
since: 0.1.0
---
# Sitemap that refused the audit

## What it finds

A sitemap that something names and that answered this audit with status 403, 406 or 429. Whether a
search engine is answered in the same way cannot be seen from here.

## Why it matters

Protection against bots is often switched on for the whole host, and then search engines are shut
out of the sitemaps too. What such a file lists is unknown to this audit.

## How to fix it

Look into the server's log whether Googlebot and Bingbot are answered with 200 at this address.
Exempt the sitemaps and robots.txt from the protection, then audit again, if need be with a user
agent that is let through.

## Example

### A sitemap behind a firewall

`sitemaps`

| url | status |
|---|---|
| https://example.com/sitemap.xml | 403 |
| https://example.com/news.xml | 404 |

finds:

| sitemap_url | observed | expected |
|---|---|---|
| https://example.com/sitemap.xml | status 403 | status 200 |

### A limit on requests, and a child of an index

`sitemaps`

| url | found_by | status |
|---|---|---|
| https://example.com/a.xml | robots | 429 |
| https://example.com/b.xml | index | 406 |

finds:

| sitemap_url | observed | expected |
|---|---|---|
| https://example.com/a.xml | status 429 | status 200 |
| https://example.com/b.xml | status 406 | status 200 |

### An address that was only tried

`sitemaps`

| url | found_by | status |
|---|---|---|
| https://example.com/sitemap.xml | guess | 403 |

finds:

nothing
*/
SELECT
    url AS sitemap_url,
    found_in AS related_url,
    CONCAT('status ', status) AS observed,
    'status 200' AS expected
FROM sitemap_states
WHERE is_promised AND state = 'refused'
