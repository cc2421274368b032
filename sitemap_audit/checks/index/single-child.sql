/*
---
severity: notice
confidence: pedantic
basis: advisory
engines: [protocol]
aliases: [index-single-child]
needs: [sitemaps, entries, robots_lines]
over: indexes
when: "children > 0"
unknown: "children = 1 AND read = 0"
see:
  - https://www.sitemaps.org/protocol.html#index
since: 0.1.0
---
# Sitemap index with a single small sitemap

## What it finds

A sitemap index that lists one sitemap, and that one has fewer than 1,000 entries.

## Why it matters

The index adds a request and nothing else.

## How to fix it

Name the sitemap itself in robots.txt, unless the generator will add others.

## Example

### One child

`sitemaps`

| url | kind | found_by | entries |
|---|---|---|---|
| https://example.com/index.xml | sitemapindex | robots | 0 |
| https://example.com/a.xml | urlset | index | 12 |

`entries`

| sitemap_url | kind | loc |
|---|---|---|
| https://example.com/index.xml | sitemap | https://example.com/a.xml |

finds:

| sitemap_url | related_url | observed | expected |
|---|---|---|---|
| https://example.com/index.xml | https://example.com/a.xml | 1 sitemap with 12 entries | several sitemaps, or no index |

### One large child, one that could not be read, and two

`sitemaps`

| url | kind | found_by | entries | status |
|---|---|---|---|---|
| https://example.com/i1.xml | sitemapindex | robots | 0 | 200 |
| https://example.com/i2.xml | sitemapindex | robots | 0 | 200 |
| https://example.com/i3.xml | sitemapindex | robots | 0 | 200 |
| https://example.com/a.xml | urlset | index | 40000 | 200 |
| https://example.com/b.xml | | index | 0 | 500 |
| https://example.com/c.xml | urlset | index | 2 | 200 |
| https://example.com/d.xml | urlset | index | 2 | 200 |

`entries`

| sitemap_url | kind | loc |
|---|---|---|
| https://example.com/i1.xml | sitemap | https://example.com/a.xml |
| https://example.com/i2.xml | sitemap | https://example.com/b.xml |
| https://example.com/i3.xml | sitemap | https://example.com/c.xml |
| https://example.com/i3.xml | sitemap | https://example.com/d.xml |

finds:

nothing
*/
WITH named AS (
    SELECT
        url_key,
        MIN(origin) AS origin,
        MIN(value) AS value
    FROM robots_lines
    WHERE field = 'sitemap' AND url_key IS NOT NULL
    GROUP BY url_key
    HAVING COUNT(*) = 1
)

SELECT
    indexes.url AS sitemap_url,
    index_children.child_url AS related_url,
    CONCAT('1 sitemap with ', index_children.child_entries, ' entries') AS observed,
    'several sitemaps, or no index' AS expected,
    named.origin || '/robots.txt' AS change_url,
    'replace' AS action,
    'sitemap' AS place,
    named.value AS "from",
    index_children.child_url AS "to"
FROM indexes
INNER JOIN index_children ON indexes.sitemap_id = index_children.sitemap_id
INNER JOIN sitemaps ON indexes.sitemap_id = sitemaps.id
LEFT JOIN named ON sitemaps.url_key = named.url_key
WHERE
    indexes.children = 1
    AND index_children.child_complete
    AND index_children.child_kind <> 'sitemapindex'
    AND index_children.child_entries BETWEEN 1 AND 999
