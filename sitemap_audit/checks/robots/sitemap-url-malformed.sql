/*
---
severity: error
keeps_out: pages
confidence: high
basis: documented
engines: [protocol, google]
aliases: [robots-sitemap-malformed]
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
# Sitemap line that holds no address

## What it finds

A `Sitemap:` line that is empty, or whose value cannot be read as one http or https address: two
addresses on a line, spaces, quotes, angle brackets, another scheme, a user name in it.

## Why it matters

Search engines cannot follow the line and do not find the sitemap by it.

## How to fix it

Write one full address on each `Sitemap:` line and nothing else; a second sitemap gets a line of its
own.

## Example

### Two addresses on one line

`robots_lines`

| number | field | value | url | problem |
|---|---|---|---|---|
| 1 | sitemap | https://example.com/a.xml https://example.com/b.xml | | malformed |
| 2 | sitemap | https://example.com/c.xml | https://example.com/c.xml | |

finds:

| url | line | observed | expected |
|---|---|---|---|
| https://example.com/robots.txt | 1 | Sitemap: https://example.com/a.xml https://example.com/b.xml (malformed) | one http or https address |

### Nothing, angle brackets, another scheme

`robots_lines`

| number | field | value | url | problem |
|---|---|---|---|---|
| 1 | sitemap | "" | | empty |
| 2 | sitemap | <https://example.com/a.xml> | | malformed |
| 3 | sitemap | ftp://example.com/a.xml | | scheme |

finds:

| url | line | observed | expected |
|---|---|---|---|
| https://example.com/robots.txt | 1 | Sitemap:  (empty) | one http or https address |
| https://example.com/robots.txt | 2 | Sitemap: <https://example.com/a.xml> (malformed) | one http or https address |
| https://example.com/robots.txt | 3 | Sitemap: ftp://example.com/a.xml (scheme) | one http or https address |

### A relative address is another fault

`robots_lines`

| number | field | value |
|---|---|---|
| 1 | sitemap | /a.xml |

finds:

nothing
*/
SELECT
    CONCAT(origin, '/robots.txt') AS url,
    number AS line,
    CONCAT('Sitemap: ', value, ' (', problem, ')') AS observed,
    'one http or https address' AS expected
FROM robots_lines
WHERE
    field = 'sitemap'
    AND origin IN (
        SELECT site_origins.origin FROM site_origins
        WHERE site_origins.is_searched
    )
    AND problem IN ('empty', 'malformed', 'scheme', 'userinfo', 'too-long')
