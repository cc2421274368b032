/*
---
severity: error
keeps_out: pages
confidence: high
basis: documented
engines: [protocol, google]
aliases: [robots-sitemap-relative]
known_as:
  ContentKing: ["robots.txt: directives valid"]
needs: [robots_lines]
over: robots_lines
when: "field = 'sitemap' AND origin IN (SELECT site_origins.origin FROM site_origins WHERE site_origins.is_searched)"
see:
  - https://www.sitemaps.org/protocol.html#submit_robots
  - https://developers.google.com/search/docs/crawling-indexing/robots/robots_txt
since: 0.1.0
---
# Sitemap line without a full address

## What it finds

A `Sitemap:` line whose value has no scheme and host, such as `/sitemap.xml`.

## Why it matters

The value must be a full address. Search engines may pass over the line, and then do not find the
sitemap.

## How to fix it

Write the whole address, with `https://` and the host.

## Example

### A path in place of an address

`robots_lines`

| number | field | value |
|---|---|---|
| 3 | sitemap | /sitemap.xml |
| 4 | sitemap | https://example.com/news.xml |

finds:

| url | related_url | line | observed | expected | change_url | action | place | from | to |
|---|---|---|---|---|---|---|---|---|---|
| https://example.com/robots.txt | https://example.com/sitemap.xml | 3 | Sitemap: /sitemap.xml | Sitemap: https://example.com/sitemap.xml | https://example.com/robots.txt | replace | sitemap | /sitemap.xml | https://example.com/sitemap.xml |

### A full address, and none at all

`robots_lines`

| number | field | value |
|---|---|---|
| 1 | sitemap | https://example.com/a.xml |
| 2 | sitemap | "" |

finds:

nothing
*/
SELECT
    CONCAT(origin, '/robots.txt') AS url,
    url AS related_url,
    number AS line,
    CONCAT('Sitemap: ', value) AS observed,
    CASE
        WHEN STARTS_WITH(LOWER(value), 'www.') OR STARTS_WITH(value, SPLIT_PART(origin, '/', 3))
            THEN CONCAT('Sitemap: ', SPLIT_PART(origin, '/', 1), '//', value)
        ELSE CONCAT('Sitemap: ', COALESCE(url, 'a full address'))
    END AS expected,
    CASE WHEN url IS NOT NULL THEN CONCAT(origin, '/robots.txt') END AS change_url,
    'replace' AS action,
    'sitemap' AS place,
    value AS "from",
    CASE
        WHEN STARTS_WITH(LOWER(value), 'www.') OR STARTS_WITH(value, SPLIT_PART(origin, '/', 3))
            THEN CONCAT(SPLIT_PART(origin, '/', 1), '//', value)
        ELSE url
    END AS "to"
FROM robots_lines
WHERE
    field = 'sitemap'
    AND origin IN (
        SELECT site_origins.origin FROM site_origins
        WHERE site_origins.is_searched
    )
    AND problem IN ('relative', 'protocol-relative')
