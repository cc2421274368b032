/*
---
severity: notice
cause: The robots.txt of {host} has a Sitemap line for another host
confidence: pedantic
basis: documented
engines: [protocol, google]
needs: [robots_lines]
over: robots_lines
when: >-
  field = 'sitemap' AND url IS NOT NULL AND origin IN (SELECT site_origins.origin
  FROM site_origins WHERE site_origins.is_searched)
see:
  - https://www.sitemaps.org/protocol.html#sitemaps_cross_submits
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap
since: 0.1.0
---
# Sitemap line points to another host

## What it finds

The URL in a `Sitemap:` line is on another host or port than robots.txt; `www.` is ignored. The
sitemap protocol and Google allow this.

## Why it matters

With this line, the host authorizes the other host to list its URLs (cross-submission). If the line
is not intended, somebody else's sitemap lists your URLs. `entry/loc-off-host` checks the
authorization of each host in the sitemap.

## How to fix it

Check that the other host is intended, for example a CDN or a hosted sitemap service. If not, put
the sitemap on the host of robots.txt and correct the line.

## Example

### A hosted sitemap service, www, the same host

`robots_lines`

| number | field | value |
|---|---|---|
| 1 | sitemap | https://maps.example.net/example.com.xml |
| 2 | sitemap | https://www.example.com/sitemap.xml |
| 3 | sitemap | https://example.com/sitemap.xml |
| 4 | sitemap | /relative.xml |

finds:

| url | related_url | line | observed | expected | fix |
|---|---|---|---|---|---|
| https://example.com/robots.txt | https://maps.example.net/example.com.xml | 1 | maps.example.net | example.com | Check that the other host is intended |

### Another port, and a subdomain

`robots_lines`

| number | field | value |
|---|---|---|
| 1 | sitemap | https://example.com:8443/a.xml |
| 2 | sitemap | https://maps.example.com/a.xml |

finds:

| url | related_url | line | observed | expected | fix |
|---|---|---|---|---|---|
| https://example.com/robots.txt | https://example.com:8443/a.xml | 1 | example.com:8443 | example.com | Check that the other host is intended |
| https://example.com/robots.txt | https://maps.example.com/a.xml | 2 | maps.example.com | example.com | Check that the other host is intended |

### Not reported: the same host in other letter case, with the default port

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
    SPLIT_PART(origin, '/', 3) AS expected,
    'Check that the other host is intended' AS fix
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
