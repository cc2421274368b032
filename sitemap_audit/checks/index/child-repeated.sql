/*
---
severity: warning
confidence: high
basis: advisory
engines: [protocol, google, bing, yandex]
aliases: [index-child-duplicate]
needs: [entries]
over: index_children
when: "child_key IS NOT NULL AND NOT closes_circle"
see:
  - https://www.sitemaps.org/protocol.html#index
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/large-sitemaps
since: 0.1.0
---
# Sitemap index that lists a sitemap twice

## What it finds

A sitemap that is listed more than once in one sitemap index, or in two. A line that closes a circle
is left to `index/cycle`.

## Why it matters

Nothing is gained by it, and it mostly means that two generators, or an old and a new one, write the
index.

## How to fix it

Delete the lines that are too many.

## Example

### The same child twice

`entries`

| sitemap_url | kind | loc | line |
|---|---|---|---|
| https://example.com/index.xml | sitemap | https://example.com/a.xml | 3 |
| https://example.com/index.xml | sitemap | https://EXAMPLE.com/a.xml | 6 |
| https://example.com/index.xml | sitemap | https://example.com/b.xml | 9 |

finds:

| sitemap_url | related_url | line | observed | expected | change_url | action | place | from |
|---|---|---|---|---|---|---|---|---|
| https://example.com/index.xml | https://example.com/a.xml | 6 | listed again, first in https://example.com/index.xml | listed once | https://example.com/index.xml | remove | loc | https://example.com/a.xml |

### In two indexes

`entries`

| sitemap_url | kind | loc | line |
|---|---|---|---|
| https://example.com/i1.xml | sitemap | https://example.com/a.xml | 3 |
| https://example.com/i2.xml | sitemap | https://example.com/a.xml | 4 |

finds:

| sitemap_url | related_url | line | observed | expected | change_url | action | place | from |
|---|---|---|---|---|---|---|---|---|
| https://example.com/i2.xml | https://example.com/a.xml | 4 | listed again, first in https://example.com/i1.xml | listed once | https://example.com/i2.xml | remove | loc | https://example.com/a.xml |

### Two that differ in their query

`entries`

| sitemap_url | kind | loc |
|---|---|---|
| https://example.com/index.xml | sitemap | https://example.com/map?page=1 |
| https://example.com/index.xml | sitemap | https://example.com/map?page=2 |

finds:

nothing
*/
WITH places AS (
    SELECT
        sitemap_url,
        child_url,
        line,
        ROW_NUMBER() OVER (PARTITION BY child_key ORDER BY sitemap_url, position) AS place,
        MIN(sitemap_url) OVER (PARTITION BY child_key) AS first_in
    FROM index_children
    WHERE child_key IS NOT NULL AND NOT closes_circle
)

SELECT
    sitemap_url,
    child_url AS related_url,
    line,
    CONCAT('listed again, first in ', first_in) AS observed,
    'listed once' AS expected,
    sitemap_url AS change_url,
    'remove' AS action,
    'loc' AS place,
    child_url AS "from"
FROM places
WHERE place > 1
