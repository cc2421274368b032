/*
---
severity: notice
confidence: pedantic
basis: documented
engines: [protocol, google]
aliases: [robots-sitemap-other-host]
needs: [robots_lines]
over: robots_lines
when: >-
  field = 'sitemap' AND url IS NOT NULL AND origin IN (SELECT site_origins.origin FROM site_origins WHERE site_origins.is_searched)
see:
  - https://www.sitemaps.org/protocol.html#sitemaps_cross_submits
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap
since: 0.1.0
---
# Sitemap line that leads to another host

## What it finds

A `Sitemap:` line whose address is on another host than the robots.txt, `www.` apart. This is
allowed.

## Why it matters

By the line the host agrees that the other one lists its pages. Whether each host whose pages such a
sitemap lists has agreed is what `entry/loc-off-host` looks at.

## How to fix it

Nothing, if it is meant. Else put the sitemap on its own host and name that.

## Example

### A sitemap at a service, one on www, and one at home

`robots_lines`

| number | field | value |
|---|---|---|
| 1 | sitemap | https://maps.example.net/example.com.xml |
| 2 | sitemap | https://www.example.com/sitemap.xml |
| 3 | sitemap | https://example.com/sitemap.xml |
| 4 | sitemap | /relative.xml |

finds:

| url | related_url | line | observed | expected |
|---|---|---|---|---|
| https://example.com/robots.txt | https://maps.example.net/example.com.xml | 1 | maps.example.net | example.com |

### Another port, and a subdomain

`robots_lines`

| number | field | value |
|---|---|---|
| 1 | sitemap | https://example.com:8443/a.xml |
| 2 | sitemap | https://maps.example.com/a.xml |

finds:

| url | related_url | line | observed | expected |
|---|---|---|---|---|
| https://example.com/robots.txt | https://example.com:8443/a.xml | 1 | example.com:8443 | example.com |
| https://example.com/robots.txt | https://maps.example.com/a.xml | 2 | maps.example.com | example.com |

### The same host

`robots_lines`

| number | field | value |
|---|---|---|
| 1 | sitemap | https://EXAMPLE.com:443/a.xml |

finds:

nothing
*/
SELECT
    CONCAT(origin, '/robots.txt') AS url,
    url AS related_url,
    number AS line,
    SPLIT_PART(url, '/', 3) AS observed,
    SPLIT_PART(origin, '/', 3) AS expected
FROM robots_lines
WHERE
    field = 'sitemap'
    AND url IS NOT NULL
    AND origin IN (
        SELECT site_origins.origin FROM site_origins
        WHERE site_origins.is_searched
    )
    AND REGEXP_REPLACE(SPLIT_PART(url, '/', 3), '^www[.]', '')
    <> REGEXP_REPLACE(SPLIT_PART(origin, '/', 3), '^www[.]', '')
