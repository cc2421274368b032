/*
---
severity: notice
cause: The robots.txt of {host} lists a sitemap several times
confidence: medium
basis: advisory
engines: [protocol, google, bing, yandex]
needs: [robots_lines, entries, sitemaps]
over: robots_lines
when: >-
  field = 'sitemap' AND url IS NOT NULL AND origin IN (SELECT site_origins.origin
  FROM site_origins WHERE site_origins.is_searched)
see:
  - https://www.sitemaps.org/protocol.html#submit_robots
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/build-sitemap
since: 0.1.0
---
# Duplicate Sitemap line in robots.txt

## What it finds

A `Sitemap:` line repeats a sitemap of an earlier line, or lists a sitemap that is also in a sitemap
index of the same robots.txt.

## Why it matters

Search engines fetch the sitemap once; a duplicate does no harm and has no benefit. It often means
that two CMS plugins, or an old and a new one, write robots.txt.

## How to fix it

Remove the duplicate line, and list only the sitemap index if there is one. If two plugins (such as
Yoast and an XML sitemap plugin) write the lines, turn off the sitemap of one.

## Example

### The same URL on two lines

`robots_lines`

| number | field | value |
|---|---|---|
| 1 | sitemap | https://example.com/a.xml |
| 2 | sitemap | https://EXAMPLE.com:443/a.xml |
| 3 | sitemap | https://example.com/b.xml |

finds:

| url | related_url | line | observed | expected | fix | change_url | action | place | from |
|---|---|---|---|---|---|---|---|---|---|
| https://example.com/robots.txt | https://example.com/a.xml | 2 | Already on line 1 | Listed once | Remove this line | https://example.com/robots.txt | remove | sitemap | https://example.com/a.xml |

### A sitemap index and a sitemap in it

`robots_lines`

| number | field | value |
|---|---|---|
| 1 | sitemap | https://example.com/index.xml |
| 2 | sitemap | https://example.com/a.xml |

`entries`

| sitemap_url | kind | loc |
|---|---|---|
| https://example.com/index.xml | sitemap | https://example.com/a.xml |
| https://example.com/index.xml | sitemap | https://example.com/b.xml |
| https://example.com/index.xml | sitemap | https://example.com/index.xml |

finds:

| url | related_url | line | observed | expected | fix | change_url | action | place | from |
|---|---|---|---|---|---|---|---|---|---|
| https://example.com/robots.txt | https://example.com/a.xml | 2 | Already in the sitemap index https://example.com/index.xml | Listed once | Remove this line | https://example.com/robots.txt | remove | sitemap | https://example.com/a.xml |

### Not reported: the robots.txt files of two hosts, an index that no line lists

`robots_lines`

| origin | number | field | value |
|---|---|---|---|
| https://example.com | 1 | sitemap | https://example.com/a.xml |
| https://www.example.com | 1 | sitemap | https://example.com/a.xml |

`entries`

| sitemap_url | kind | loc |
|---|---|---|
| https://example.com/index.xml | sitemap | https://example.com/a.xml |

finds:

nothing
*/
WITH named AS (
    SELECT
        origin,
        number,
        url,
        url_key,
        MIN(number) OVER (PARTITION BY origin, url_key) AS first_number
    FROM robots_lines
    WHERE
        field = 'sitemap'
        AND COALESCE(problem, '') <> 'lost'
        AND url_key IS NOT NULL
        AND origin IN (
            SELECT site_origins.origin FROM site_origins
            WHERE site_origins.is_searched
        )
),

listed_too AS (
    SELECT
        named.origin,
        named.number,
        MIN(sitemaps.url) AS index_url
    FROM named
    INNER JOIN entries ON named.url_key = entries.url_key AND entries.kind = 'sitemap'
    INNER JOIN sitemaps ON entries.sitemap_id = sitemaps.id
    INNER JOIN named AS indexes
        ON named.origin = indexes.origin AND sitemaps.url_key = indexes.url_key
    WHERE sitemaps.url_key <> named.url_key
    GROUP BY named.origin, named.number
)

SELECT
    CONCAT(named.origin, '/robots.txt') AS url,
    named.url AS related_url,
    named.number AS line,
    CASE
        WHEN named.number > named.first_number
            THEN CONCAT('Already on line ', named.first_number)
        ELSE CONCAT('Already in the sitemap index ', listed_too.index_url)
    END AS observed,
    'Listed once' AS expected,
    'Remove this line' AS fix,
    CONCAT(named.origin, '/robots.txt') AS change_url,
    'remove' AS action,
    'sitemap' AS place,
    named.url AS "from"
FROM named
LEFT JOIN listed_too ON named.origin = listed_too.origin AND named.number = listed_too.number
WHERE named.number > named.first_number OR listed_too.index_url IS NOT NULL
