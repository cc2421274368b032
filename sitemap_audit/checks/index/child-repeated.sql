/*
---
severity: warning
cause: is listed several times
confidence: high
basis: advisory
engines: [protocol, google, bing, yandex]
needs: [entries]
over: index_children
when: "child_key IS NOT NULL AND NOT is_circular"
see:
  - https://www.sitemaps.org/protocol.html#index
  - https://developers.google.com/search/docs/crawling-indexing/sitemaps/large-sitemaps
since: 0.1.0
---
# Duplicate sitemap in sitemap index

## What it finds

A sitemap is listed more than once in a sitemap index, or in two indexes. `index/cycle` reports an
entry that makes the index circular.

## Why it matters

Search engines fetch the sitemap once; a duplicate has no benefit. It often means that two sitemap
generators, or an old and a new one, write the index.

## How to fix it

Remove the duplicate entry from the sitemap index. If two CMS plugins (such as Yoast and an XML
sitemap plugin) write sitemaps, turn off the sitemap of one.

## Example

### The same sitemap twice in one index

`entries`

| sitemap_url | kind | loc | line |
|---|---|---|---|
| https://example.com/index.xml | sitemap | https://example.com/a.xml | 3 |
| https://example.com/index.xml | sitemap | https://EXAMPLE.com/a.xml | 6 |
| https://example.com/index.xml | sitemap | https://example.com/b.xml | 9 |

finds:

| sitemap_url | related_url | line | observed | expected | fix | change_url | action | place | from |
|---|---|---|---|---|---|---|---|---|---|
| https://example.com/index.xml | https://example.com/a.xml | 6 | Listed 2 times in this index | Listed once | Remove the duplicate | https://example.com/index.xml | remove | loc | https://example.com/a.xml |

### In two indexes

`entries`

| sitemap_url | kind | loc | line |
|---|---|---|---|
| https://example.com/i1.xml | sitemap | https://example.com/a.xml | 3 |
| https://example.com/i2.xml | sitemap | https://example.com/a.xml | 4 |

finds:

| sitemap_url | related_url | line | observed | expected | fix | change_url | action | place | from |
|---|---|---|---|---|---|---|---|---|---|
| https://example.com/i2.xml | https://example.com/a.xml | 4 | Already listed in https://example.com/i1.xml | Listed once | Remove the duplicate | https://example.com/i2.xml | remove | loc | https://example.com/a.xml |

### Not reported: two sitemaps with different query strings

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
        MIN(sitemap_url) OVER (PARTITION BY child_key) AS first_in,
        COUNT(*) OVER (PARTITION BY child_key, sitemap_url) AS times
    FROM index_children
    WHERE child_key IS NOT NULL AND NOT is_circular
)

SELECT
    sitemap_url,
    child_url AS related_url,
    line,
    CASE
        WHEN first_in = sitemap_url THEN CONCAT('Listed ', times, ' times in this index')
        ELSE CONCAT('Already listed in ', first_in)
    END AS observed,
    'Listed once' AS expected,
    'Remove the duplicate' AS fix,
    sitemap_url AS change_url,
    'remove' AS action,
    'loc' AS place,
    child_url AS "from"
FROM places
WHERE place > 1
