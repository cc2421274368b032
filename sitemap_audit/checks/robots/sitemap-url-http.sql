/*
---
severity: warning
cause: The robots.txt of {host} lists a sitemap by HTTP on an HTTPS host
confidence: high
basis: inferred
engines: [google, bing, yandex]
needs: [robots, robots_lines, sitemaps]
over: robots_lines
when: >-
  field = 'sitemap' AND LOWER(value) LIKE 'http%' AND url IS NOT NULL AND origin IN
  (SELECT site_origins.origin FROM site_origins WHERE site_origins.is_searched) AND
  CONCAT('https://', SPLIT_PART(url, '/', 3)) IN (SELECT secure.origin FROM robots AS secure)
unknown: >-
  CONCAT('https://', SPLIT_PART(url, '/', 3)) IN (SELECT secure.origin FROM robots AS secure
  WHERE secure.status IS NULL)
see:
  - https://www.sitemaps.org/protocol.html#location
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap
since: 0.1.0
---
# HTTP sitemap URL on an HTTPS host

## What it finds

A `Sitemap:` line has an `http:` URL, and the host serves https. `robots/sitemap-url-relative`
reports lines without a protocol, `sitemap/html` and others a URL that redirects to something that is
no sitemap.

## Why it matters

The http URL redirects or returns a second copy of the sitemap. The sitemap protocol lets a sitemap
list only URLs with its own protocol and host: a sitemap read over http may list only http URLs, and
your pages are on https.

## How to fix it

Replace `http:` with `https:` in the `Sitemap:` line of robots.txt. In WordPress, correct the site
URL (Settings > General), from which SEO plugins build the line.

## Example

### A line left from before the move to https

`robots_lines`

| origin | number | field | value |
|---|---|---|---|
| https://example.com | 4 | sitemap | http://example.com/sitemap.xml |
| https://example.com | 5 | sitemap | https://example.com/news.xml |

finds:

| url | related_url | line | observed | expected | fix |
|---|---|---|---|---|---|
| https://example.com/robots.txt | http://example.com/sitemap.xml | 4 | Sitemap: http://example.com/sitemap.xml | Sitemap: https://example.com/sitemap.xml | Replace with https://example.com/sitemap.xml |

### Not checked: hosts without https or with an unknown state

`robots`

| origin | status | error |
|---|---|---|
| http://example.com | 200 | |
| https://old.example.com | | refused |

`robots_lines`

| origin | number | field | value |
|---|---|---|---|
| http://example.com | 1 | sitemap | http://example.com/sitemap.xml |
| http://example.com | 2 | sitemap | http://old.example.com/sitemap.xml |
| http://example.com | 3 | sitemap | http://new.example.com/sitemap.xml |

finds:

nothing
*/
WITH twins AS (
    SELECT DISTINCT url FROM sitemaps
    WHERE url LIKE 'https:%' AND status = 200 AND entries + children > 0
)

SELECT
    CONCAT(robots_lines.origin, '/robots.txt') AS url,
    robots_lines.url AS related_url,
    robots_lines.number AS line,
    CONCAT('Sitemap: ', robots_lines.value) AS observed,
    CONCAT('Sitemap: https', SUBSTR(robots_lines.url, 5)) AS expected,
    CONCAT('Replace with https', SUBSTR(robots_lines.url, 5)) AS fix,
    CASE
        WHEN twin.url IS NOT NULL THEN CONCAT(robots_lines.origin, '/robots.txt')
    END AS change_url,
    'replace' AS action,
    'sitemap' AS place,
    robots_lines.value AS "from",
    twin.url AS "to"
FROM robots_lines
INNER JOIN robots AS secure
    ON secure.origin = CONCAT('https://', SPLIT_PART(robots_lines.url, '/', 3))
LEFT JOIN sitemap_chains AS chain ON robots_lines.url_key = chain.url_key
LEFT JOIN twins AS twin ON twin.url = CONCAT('https', SUBSTR(robots_lines.url, 5))
WHERE
    robots_lines.field = 'sitemap'
    AND COALESCE(robots_lines.problem, '') <> 'lost'
    AND LOWER(robots_lines.value) LIKE 'http:%'
    AND secure.status IS NOT NULL
    AND NOT COALESCE(chain.is_no_sitemap, FALSE)
    AND robots_lines.origin IN (
        SELECT site_origins.origin FROM site_origins
        WHERE site_origins.is_searched
    )
