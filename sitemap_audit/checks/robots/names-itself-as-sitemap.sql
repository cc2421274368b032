/*
---
severity: error
keeps_out: pages
confidence: high
basis: inferred
engines: [protocol, google, bing, yandex]
aliases: [robots-sitemap-self]
needs: [robots_lines]
over: robots_lines
when: >-
  field = 'sitemap' AND url IS NOT NULL AND origin IN (SELECT site_origins.origin FROM site_origins WHERE site_origins.is_searched)
see:
  - https://www.sitemaps.org/protocol.html#submit_robots
since: 0.1.0
---
# robots.txt that names a robots.txt as a sitemap

## What it finds

A `Sitemap:` line whose address is that of a robots.txt. Lines that lead to a page or another file
that is no sitemap are reported by `sitemap/html` and `sitemap/unsupported-root`.

## Why it matters

There is no sitemap at the address. Readers that look for `Sitemap:` lines in whatever they are
given may go round in a circle.

## How to fix it

Write the address of the sitemap.

## Example

### An address that was filled in wrongly

`robots_lines`

| number | field | value |
|---|---|---|
| 3 | sitemap | https://example.com/robots.txt |
| 4 | sitemap | https://example.com/robots.txt.xml |

finds:

| url | related_url | line | observed | expected | change_url | action | place | from |
|---|---|---|---|---|---|---|---|---|
| https://example.com/robots.txt | https://example.com/robots.txt | 3 | Sitemap: https://example.com/robots.txt | the address of a sitemap | https://example.com/robots.txt | remove | sitemap | https://example.com/robots.txt |

### That of another host

`robots_lines`

| number | field | value |
|---|---|---|
| 1 | sitemap | https://www.example.com/robots.txt |

finds:

| url | related_url | line | observed | expected | change_url | action | place | from |
|---|---|---|---|---|---|---|---|---|
| https://example.com/robots.txt | https://www.example.com/robots.txt | 1 | Sitemap: https://www.example.com/robots.txt | the address of a sitemap | https://example.com/robots.txt | remove | sitemap | https://www.example.com/robots.txt |

### A file of the same name in a folder

`robots_lines`

| number | field | value |
|---|---|---|
| 1 | sitemap | https://example.com/maps/robots.txt |

finds:

nothing
*/
SELECT
    CONCAT(origin, '/robots.txt') AS url,
    url AS related_url,
    number AS line,
    CONCAT('Sitemap: ', value) AS observed,
    'the address of a sitemap' AS expected,
    CONCAT(origin, '/robots.txt') AS change_url,
    'remove' AS action,
    'sitemap' AS place,
    value AS "from"
FROM robots_lines
WHERE
    field = 'sitemap'
    AND url LIKE '%/robots.txt'
    AND url = CONCAT(SPLIT_PART(url, '/', 1), '//', SPLIT_PART(url, '/', 3), '/robots.txt')
    AND origin IN (
        SELECT site_origins.origin FROM site_origins
        WHERE site_origins.is_searched
    )
