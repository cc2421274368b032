/*
---
severity: error
keeps_out: pages
cause: The robots.txt of {host} has a Sitemap line that points to a robots.txt
confidence: high
basis: inferred
engines: [protocol, google, bing, yandex]
needs: [robots_lines]
over: robots_lines
when: >-
  field = 'sitemap' AND url IS NOT NULL AND origin IN (SELECT site_origins.origin
  FROM site_origins WHERE site_origins.is_searched)
see:
  - https://www.sitemaps.org/protocol.html#submit_robots
since: 0.1.0
---
# Sitemap line points to a robots.txt

## What it finds

The URL in a `Sitemap:` line is that of a robots.txt file. `sitemap/html` and
`sitemap/unsupported-root` report lines with the URL of a page or of another file.

## Why it matters

Search engines find no sitemap at this URL. Crawlers that look for `Sitemap:` lines in every file
that they fetch can run into a loop.

## How to fix it

Replace the URL in robots.txt with that of the sitemap. If a CMS plugin or a template writes the
line, correct the variable or setting for the sitemap URL.

## Example

### The URL of the same robots.txt

`robots_lines`

| number | field | value |
|---|---|---|
| 3 | sitemap | https://example.com/robots.txt |
| 4 | sitemap | https://example.com/robots.txt.xml |

finds:

| url | related_url | line | observed | expected | fix | change_url | action | place | from |
|---|---|---|---|---|---|---|---|---|---|
| https://example.com/robots.txt | https://example.com/robots.txt | 3 | Sitemap: https://example.com/robots.txt | URL of a sitemap | Remove this line, or replace the URL with that of the sitemap | https://example.com/robots.txt | remove | sitemap | https://example.com/robots.txt |

### The robots.txt of another host

`robots_lines`

| number | field | value |
|---|---|---|
| 1 | sitemap | https://www.example.com/robots.txt |

finds:

| url | related_url | line | observed | expected | fix | change_url | action | place | from |
|---|---|---|---|---|---|---|---|---|---|
| https://example.com/robots.txt | https://www.example.com/robots.txt | 1 | Sitemap: https://www.example.com/robots.txt | URL of a sitemap | Remove this line, or replace the URL with that of the sitemap | https://example.com/robots.txt | remove | sitemap | https://www.example.com/robots.txt |

### Not reported: a file named robots.txt in a folder

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
    'URL of a sitemap' AS expected,
    'Remove this line, or replace the URL with that of the sitemap' AS fix,
    CONCAT(origin, '/robots.txt') AS change_url,
    'remove' AS action,
    'sitemap' AS place,
    value AS "from"
FROM robots_lines
WHERE
    field = 'sitemap'
    AND COALESCE(problem, '') <> 'lost'
    AND url LIKE '%/robots.txt'
    AND url = CONCAT(SPLIT_PART(url, '/', 1), '//', SPLIT_PART(url, '/', 3), '/robots.txt')
    AND origin IN (
        SELECT site_origins.origin FROM site_origins
        WHERE site_origins.is_searched
    )
